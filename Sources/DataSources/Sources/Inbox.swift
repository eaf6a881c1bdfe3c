internal import Synchronization

/// A first-in first-out queue of edits from synchronous code.
///
/// One task empties it per burst: the only unstructured task in the core. It is started through
/// ``InboxWorkers/start(_:)``, so that a test's executor can take it over.
final class Inbox<Edit: Sendable>: Sendable {
    private let machine = Mutex(InboxMachine<Edit>())

    /// Puts an edit into the queue; if nobody is at work on the queue, starts a task that hands batches to `handle`.
    func submit(_ edit: Edit, handle: @escaping @Sendable ([Edit]) async -> Void) {
        guard machine.withLock({ $0.editSubmitted(edit) }) else { return }
        InboxWorkers.start { [self] in
            while let batch = machine.withLock({ $0.workerFree() }) { await handle(batch) }
        }
    }
}

/// Who runs the tasks that empty inboxes.
package enum InboxWorkers {
    /// When set, starts the tasks for submits made in this task; a deterministic executor does.
    @TaskLocal package static var starter: Starter?

    /// Starts tasks; a class, since a task-local of a function type crashes when bound in release (Swift 6.3.1).
    package final class Starter: Sendable {
        let start: @Sendable (@escaping @Sendable () async -> Void) -> Void

        package init(_ start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void) {
            self.start = start
        }
    }

    static func start(_ body: @escaping @Sendable () async -> Void) {
        if let starter {
            starter.start(body)
        } else {
            Task { await body() }
        }
    }
}
