internal import Synchronization

/// A first-in first-out queue of edits from synchronous code.
///
/// The source takes the edits out on its actor, before anything else that it is asked for. One task per burst sees to it
/// that they are taken out also when it is asked for nothing: the only unstructured task in the core. It is started
/// through ``Simulation/start(_:_:)``, so that a test's executor can take it over.
@usableFromInline
final class Inbox<Draft: ~Copyable>: Sendable {
    private let machine = Mutex(InboxMachine<Edit>())
    /// How many edits have been submitted and not been taken; written under the lock.
    private let waiting = Atomic(0)

    /// An edit with what its submitter learns of it.
    struct Edit: Sendable {
        let body: @Sendable (inout Draft) throws -> Void
        let submission: Submission
    }

    @usableFromInline
    init() {}

    /// Puts an edit into the queue; if no worker is at work, starts one, which calls `perform` as long as edits are left.
    func submit(
        _ body: @escaping @Sendable (inout Draft) throws -> Void,
        perform: @escaping @Sendable () async -> Void
    ) -> Submission {
        let edit = Edit(body: body, submission: Submission())
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

    /// Hands out the edits that have been submitted before this call, one by one; to be called on the source's actor.
    func performAll(_ perform: (Edit) -> Void) {
        // Whatever was submitted before, in this task or in a way that this task knows of, is seen here.
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
    /// Makes the edit by `transaction`, and tells the submitter what came of it.
    func perform(_ transaction: (_ body: @Sendable (inout Draft) throws -> Void) throws -> Version) {
        do {
            submission.applied(.success(try transaction(body)))
        } catch {
            submission.applied(.failure(error))
        }
    }
}

extension Simulation {
    /// Starts a task in the simulation that the current task belongs to, or else on the default executor.
    static func start(_ name: @autoclosure () -> String, _ body: @escaping @Sendable () async -> Void) {
        if let host = current?.host {
            host.start(name(), body)
        } else {
            // Unstructured: `submit` is called where nobody can await, and the edits are to be made all the same.
            Task { await body() }
        }
    }
}
