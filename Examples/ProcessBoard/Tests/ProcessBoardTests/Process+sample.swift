import DataSources

@testable import ProcessBoard

extension Process {
    /// A process with a name made from its id, where a test has no other in mind.
    static func sample(
        _ pid: Int32,
        _ name: String? = nil,
        user: String = "ann",
        cpu: Int = 0,
        memory: Int = 10,
        state: Character = "S",
        seconds: Int? = nil
    ) -> Process {
        Process(
            id: ID(pid: pid, started: 1),
            name: name ?? "p\(pid)",
            user: user,
            cpu: cpu,
            memory: memory,
            state: state,
            seconds: seconds
        )
    }
}

extension SectionedSnapshot<User, Process> {
    /// What the view of users shows of some processes.
    static func byUser(_ processes: [Process]) async throws -> Self {
        try await ListSource(processes).grouped(by: \.user, order: .ascending, header: User.init).snapshot
    }
}
