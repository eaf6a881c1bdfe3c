import DataSources

/// The header of a section of the tree: one user, and what all of the user's processes come to.
struct User: Identifiable, Equatable, Sendable {
    var name: String
    var count: Int
    var cpu: Int
    var memory: Int

    var id: String { name }
}

extension User {
    init(name: String, processes: ListSnapshot<Process>) {
        self.init(
            name: name,
            count: processes.count,
            cpu: processes.reduce(0) { $0 + $1.cpu },
            memory: processes.reduce(0) { $0 + $1.memory }
        )
    }
}
