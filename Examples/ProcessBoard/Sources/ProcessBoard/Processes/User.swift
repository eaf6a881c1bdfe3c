import DataSources

/// The header of a section of the tree: one user, and what all of the user's processes come to.
struct User: Identifiable, Equatable, Sendable {
    var name: String
    var count: Int
    var cpu: Int
    var memory: Int

    var id: String { name }

    /// A section a user, by name so that sections stay where they are; in each the processes in the order given.
    static func sections(of processes: ListSnapshot<Process>) throws -> SectionedSnapshot<User, Process> {
        let sections = Dictionary(grouping: processes, by: \.user).sorted { $0.key < $1.key }.map { name, processes in
            let user = User(
                name: name,
                count: processes.count,
                cpu: processes.reduce(0) { $0 + $1.cpu },
                memory: processes.reduce(0) { $0 + $1.memory }
            )
            return Section(user, items: processes)
        }
        return try SectionedSnapshot(sections)
    }
}
