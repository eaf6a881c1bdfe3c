/// What one process measures: a group, or one row of it.
struct BenchmarkPart: CustomStringConvertible {
    let group: BenchmarkGroup
    /// The only row; `nil` for all of the group.
    let row: String?

    init(_ group: BenchmarkGroup, row: String? = nil) {
        self.group = group
        self.row = row
    }

    /// Finds the part that describes itself like this.
    init?(_ description: String) {
        let parts = BenchmarkGroup.all.flatMap { $0.parts(filter: nil) }
        guard let part = parts.first(where: { $0.description == description }) else { return nil }
        self = part
    }

    var description: String { row.map { "\(group.name): \($0)" } ?? group.name }
}

extension BenchmarkGroup {
    /// What is to be measured by a process of its own.
    func parts(filter: String?) -> [BenchmarkPart] {
        if !isMeasuredRowByRow { return [BenchmarkPart(self)] }
        let isWhole = filter.map { name.matches(filter: $0) } ?? true
        return rows.filter { row in isWhole || filter.map { row.matches(filter: $0) } ?? true }
            .map { BenchmarkPart(self, row: $0) }
    }
}
