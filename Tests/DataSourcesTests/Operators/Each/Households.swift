import DataSources
import DataSourcesTesting
import TestKit

/// Lists that belong to rows: the source of the row with an id and a value.
///
/// They are made when they are first asked for; ``found`` says which have been asked for.
final class Households: Sendable {
    let group: SourceGroup
    let found = Shared<[Row]>([])
    private let lists = Shared<[Int: ListSource<Row>]>([:])
    /// Rows whose values have the same remainder have the same list.
    private let modulus: Int

    init(in group: SourceGroup = SourceGroup(), modulus: Int = 1) {
        (self.group, self.modulus) = (group, modulus)
    }

    func key(_ row: Row) -> Int { row.id * modulus + row.value % modulus }

    /// The list of a row, for whom it is not a call.
    func list(_ row: Row) -> ListSource<Row> {
        list(key: key(row))
    }

    func list(key: Int) -> ListSource<Row> {
        let group = group
        return lists.change { lists in
            if let list = lists[key] { return list }
            guard let list = try? ListSource([Row(key * 10), Row(key * 10 + 1, key)], in: group) else {
                preconditionFailure("two rows have two ids")
            }
            lists[key] = list
            return list
        }
    }

    /// The list of a row that comes to an operator.
    func find(_ row: Row) -> ListSource<Row> {
        found.change { $0.append(row) }
        return list(row)
    }

    /// The rows with their lists, by the most obvious code.
    func combined(_ rows: [Row]) -> [CombinedItem<Row, ListSnapshot<Row>>] {
        rows.map { CombinedItem($0, list($0).snapshot) }
    }
}
