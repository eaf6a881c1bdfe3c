internal import Synchronization

/// One participant of a deterministic run: how the core tells the executor what it starts and who waits for what.
///
/// An executor binds one around everything that it starts, and child tasks inherit it. In a process that has none,
/// asking costs one look at a global value; elsewhere, one at a task-local value.
///
/// It is a class, since a task-local of a function type crashes when bound in release (Swift 6.3.1).
package final class Simulation: Sendable {
    /// Whether there has been a participant in this process.
    private static let isInUse = Atomic<Bool>(false)

    /// The participant that the current task belongs to, if it runs in a simulation.
    @TaskLocal package static var current: Simulation?

    /// As ``current``, but cheaper where there is none.
    static var running: Simulation? { isInUse.load(ordering: .relaxed) ? current : nil }

    /// The executor, unless it is gone: a task that still waits has this object, and must not keep the executor.
    weak let host: (any SimulationHost)?
    private let participant: Int

    package init(host: any SimulationHost, participant: Int) {
        self.host = host
        self.participant = participant
        Self.isInUse.store(true, ordering: .relaxed)
    }

    /// Takes note that the current task begins to wait; whoever calls this also calls ``Wait/ended()``.
    ///
    /// - Parameter what: What it waits for; only called when somebody wants to read it, from any thread.
    /// - Returns: The wait, to be ended.
    package func waitBegan(_ what: @escaping @Sendable () -> String) -> Wait {
        let host = host
        return Wait(host: host, number: host?.waitBegan(by: participant, what) ?? 0)
    }

    /// A wait that an executor has been told of.
    package struct Wait: Sendable {
        fileprivate weak let host: (any SimulationHost)?
        fileprivate let number: Int

        /// Takes note that the wait is over.
        package func ended() {
            host?.waitEnded(number)
        }
    }
}

/// What an executor does for the participants of its simulation.
package protocol SimulationHost: AnyObject, Sendable {
    /// Starts a task as a participant of its own.
    func start(_ name: String, _ body: @escaping @Sendable () async -> Void)

    /// A task of a participant begins to wait; the answer is the number of the wait.
    func waitBegan(by participant: Int, _ what: @escaping @Sendable () -> String) -> Int

    /// The wait with this number is over.
    func waitEnded(_ wait: Int)
}
