internal import Synchronization

/// One participant of a deterministic run: reports to the executor what the core starts and which task waits for what.
///
/// An executor binds one around each task that it starts, and child tasks inherit it. In a process without simulation a
/// lookup costs one read of a global value; otherwise, one read of a task-local value.
///
/// It is a class, since binding a task-local of a function type crashes in release builds (Swift 6.3.1).
package final class Simulation: Sendable {
    /// Whether this process has had a participant.
    private static let isInUse = Atomic<Bool>(false)

    /// The participant that the current task belongs to, if it runs in a simulation.
    @TaskLocal package static var current: Simulation?

    /// As ``current``, but cheaper in processes without simulation.
    static var running: Simulation? { isInUse.load(ordering: .relaxed) ? current : nil }

    /// The executor; weak, since a task that still waits retains this object and must not retain the executor.
    weak let host: (any SimulationHost)?
    package let participant: Int

    package init(host: any SimulationHost, participant: Int) {
        self.host = host
        self.participant = participant
        Self.isInUse.store(true, ordering: .relaxed)
    }

    /// Records that the current task begins to wait; the caller also calls ``Wait/ended()``.
    ///
    /// - Parameter what: What it waits for; called only for a report, from any thread.
    /// - Returns: The wait, to be ended.
    package func waitBegan(_ what: @escaping @Sendable () -> String) -> Wait {
        let host = host
        return Wait(host: host, number: host?.waitBegan(by: participant, what) ?? 0)
    }

    /// Whether a refresh of a derived source must stop here and ``pause()``, so that other tasks run in the middle of it.
    var interruptsRefresh: Bool { host?.interruptsRefresh() == true }

    /// Lets other tasks run.
    func pause() async { await host?.pause() }

    /// A number from 0 up to 1: the executor's in a simulation, so that a run repeats; otherwise the system's.
    package static func random() -> Double { running?.host?.random() ?? .random(in: 0..<1) }

    /// A wait recorded by an executor.
    package struct Wait: Sendable {
        fileprivate weak let host: (any SimulationHost)?
        fileprivate let number: Int

        /// Records that the wait is over.
        package func ended() {
            host?.waitEnded(number)
        }
    }
}

/// The executor's side of a simulation.
package protocol SimulationHost: AnyObject, Sendable {
    /// Starts a task as its own participant.
    func start(_ name: String, _ body: @escaping @Sendable () async -> Void)

    /// A task of a participant begins to wait; returns the number of the wait.
    func waitBegan(by participant: Int, _ what: @escaping @Sendable () -> String) -> Int

    /// The wait with this number is over.
    func waitEnded(_ wait: Int)

    /// Whether a refresh of a derived source is interrupted at the point that it has reached.
    func interruptsRefresh() -> Bool

    /// Lets other tasks run.
    func pause() async

    /// A number from 0 up to 1 that follows from the seed of the run.
    func random() -> Double
}

extension SimulationHost {
    package func interruptsRefresh() -> Bool { false }

    package func pause() async {}

    package func random() -> Double { .random(in: 0..<1) }
}
