internal import Synchronization

/// A first-in first-out queue of edits submitted by synchronous code.
///
/// The source performs queued edits on its actor before any other operation. So that an idle source performs them too,
/// the first edit of a burst starts a worker task: the only unstructured task in the core. ``Simulation/start(_:_:)``
/// starts it, so a test's executor can run it.
@usableFromInline
final class Inbox<Draft: ~Copyable>: Sendable {
    private let machine = Mutex(InboxMachine<Edit>())
    /// The number of edits submitted and not yet taken; written under the lock.
    private let waiting = Atomic(0)

    /// An edit and its receipt.
    struct Edit: Sendable {
        let body: @Sendable (inout Draft) throws -> Void
        let submission: Submission
        /// The annotation of the task that submitted it.
        let annotation: (any Sendable)?
    }

    @usableFromInline
    init() {}

    /// Enqueues an edit and starts a worker if none is running; the worker calls `perform` until the queue is empty.
    func submit(
        _ body: @escaping @Sendable (inout Draft) throws -> Void,
        perform: @escaping @Sendable () async -> Void
    ) -> Submission {
        let edit = Edit(body: body, submission: Submission(), annotation: TransactionAnnotation.current)
        let startsWorker = machine.withLock { machine in
            waiting.add(1, ordering: .relaxed)
            return machine.editSubmitted(edit)
        }
        if startsWorker {
            Simulation.start("the worker of an inbox of edits") { [self] in
                while machine.withLock({ $0.workerReady() }) { await perform() }
            }
        }
        return edit.submission
    }

    /// Passes each edit submitted before this call to `perform`, in order; called on the source's actor.
    func performAll(_ perform: (Edit) -> Void) {
        // Every edit submitted before, by this task or one it synchronizes with, is visible here.
        if waiting.load(ordering: .relaxed) == 0 { return }
        let limit = machine.withLock { $0.submitted }
        while let edit = take(upTo: limit) { perform(edit) }
    }

    private func take(upTo limit: Int) -> Edit? {
        machine.withLock { machine in
            guard let edit = machine.sourceReady(upTo: limit) else { return nil }
            waiting.subtract(1, ordering: .relaxed)
            return edit
        }
    }
}

extension Inbox.Edit where Draft: ~Copyable {
    /// Performs the edit with `transaction` and completes the receipt.
    func perform(_ transaction: (_ body: @Sendable (inout Draft) throws -> Void) throws -> Version) {
        // Another transaction's task may perform it.
        if annotation == nil, TransactionAnnotation.current == nil { return perform(unannotated: transaction) }
        TransactionAnnotation.$current.withValue(annotation) { perform(unannotated: transaction) }
    }

    private func perform(unannotated transaction: (_ body: @Sendable (inout Draft) throws -> Void) throws -> Version) {
        do {
            submission.applied(.success(try transaction(body)))
        } catch {
            submission.applied(.failure(error))
        }
    }
}

extension Simulation {
    /// Starts a task in the current task's simulation, or else on the default executor.
    static func start(_ name: @autoclosure () -> String, _ body: @escaping @Sendable () async -> Void) {
        if let host = current?.host {
            host.start(name(), body)
        } else {
            // Unstructured: `submit` is called where nothing can be awaited.
            Task { await body() }
        }
    }
}
