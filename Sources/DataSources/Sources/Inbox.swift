internal import Synchronization

/// A first-in first-out queue of edits from synchronous code.
///
/// One task empties it per burst: the only unstructured task in the core. It is started through
/// ``Simulation/start(_:_:)``, so that a test's executor can take it over.
@usableFromInline
final class Inbox<Edit: Sendable>: Sendable {
    private let machine = Mutex(InboxMachine<Edit>())

    @usableFromInline
    init() {}

    /// Puts an edit into the queue; if nobody is at work on the queue, starts a task that hands batches to `handle`.
    func submit(_ edit: Edit, handle: @escaping @Sendable ([Edit]) async -> Void) {
        guard machine.withLock({ $0.editSubmitted(edit) }) else { return }
        Simulation.start("the worker of an inbox of edits") { [self] in
            while let batch = machine.withLock({ $0.workerFree() }) { await handle(batch) }
        }
    }
}

extension Simulation {
    /// Starts a task in the simulation that the current task belongs to, or else on the default executor.
    static func start(_ name: @autoclosure () -> String, _ body: @escaping @Sendable () async -> Void) {
        if let current {
            current.host.start(name(), body)
        } else {
            // Unstructured: `submit` is called where nobody can await, and the edits are to be made all the same.
            Task { await body() }
        }
    }
}
