import DataSourcesViews

/// What the tests use as cells: reference types that remember what was done with them.
protocol Cell: AnyObject {
    var log: [String] { get set }
}

final class PlainCell: Cell {
    var log: [String] = []
}

final class ManagerCell: Cell {
    var log: [String] = []
}

/// An item with a kind.
struct Worker: Identifiable, Equatable, Sendable {
    enum Role: String, CaseIterable {
        case boss, clerk, cook
    }

    let id: Int
    var name = ""
    var role = Role.clerk

    init(_ id: Int, _ name: String = "", _ role: Role = .clerk) {
        (self.id, self.name, self.role) = (id, name, role)
    }
}

extension RowFactory<Worker, any Cell> {
    /// Two kinds that write down what is done with their views.
    static func sample() throws(RowError) -> RowFactory {
        try RowFactory<Worker, any Cell> {
            Row("boss", where: { $0.role == .boss }) {
                ManagerCell()
            } configure: {
                $0.log.append("boss \($1.name)")
            } update: {
                $0.log.append("\($1.name) to \($2.name)")
            }
            Row("worker") {
                PlainCell()
            } configure: {
                $0.log.append($1.name)
            } prepareForReuse: {
                $0.log.append("cleared")
            }
        }
    }
}
