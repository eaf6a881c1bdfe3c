import DataSources
import Synchronization

/// What has happened to a table since the whole state, in order: from the writer's queue to the task that follows.
///
/// A follower that falls behind costs bounded memory: beyond a limit of changes it compares the table instead.
final class Mailbox<Item: TableRow>: Sendable {
    enum Mail: Sendable {
        case commit([RowChange<Item>], CommitPosition)
        /// Something has changed, and nobody knows what.
        case comparison
    }

    private struct State {
        var position: UInt64 = 0
        var isOpen = false
        var commits: [(changes: [RowChange<Item>], position: CommitPosition)] = []
        var taken = 0
        var changeCount = 0
        var wantsComparison = false
        var failure: (any Error)?
        var waiter: CheckedContinuation<Void, Never>?

        var hasMail: Bool { failure != nil || wantsComparison || taken < commits.count }

        mutating func clear() {
            (commits, taken, changeCount, wantsComparison, failure) = ([], 0, 0, false, nil)
        }
    }

    /// The most changes that wait.
    static var limit: Int { 100_000 }

    private let state = Mutex(State())

    /// Begins with a state that has everything committed so far; returns its position.
    ///
    /// Called on the writer's queue, as all that follows a commit.
    func open() -> CommitPosition {
        state.withLock { state in
            state.clear()
            state.isOpen = true
            state.position += 1
            return CommitPosition(number: state.position)
        }
    }

    func close() {
        state.withLock { state in
            state.clear()
            state.isOpen = false
        }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The position at which everything committed so far is visible.
    var written: CommitPosition {
        state.withLock { CommitPosition(number: $0.position + ($0.isOpen ? 0 : 1)) }
    }

    /// A commit has touched the table; returns whether its rows are to be read.
    func committed() -> Bool {
        state.withLock { state in
            state.position += 1
            return state.isOpen && !state.wantsComparison && state.failure == nil
        }
    }

    /// The rows of the last commit have been read.
    func add(_ changes: [RowChange<Item>]) {
        change { state in
            state.commits.append((changes, CommitPosition(number: state.position)))
            state.changeCount += changes.count + 1
            if state.changeCount > Self.limit {
                state.clear()
                state.wantsComparison = true
            }
        }
    }

    func compare() { change { $0.wantsComparison = true } }
    func fail(_ error: any Error) { change { $0.failure = $0.failure ?? error } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.isOpen else { return nil }
            body(&state)
            return state.hasMail ? state.waiter.take() : nil
        }?.resume()
    }

    /// Waits for what comes next: commits first, and what cannot be told as a commit after them.
    ///
    /// - Throws: What the table failed with; `CancellationError`.
    func next() async throws -> Mail {
        while true {
            try Task.checkCancellation()
            let mail = try state.withLock { state throws -> Mail? in
                if state.taken < state.commits.count {
                    let (changes, position) = state.commits[state.taken]
                    state.commits[state.taken].changes = []
                    state.taken += 1
                    state.changeCount -= changes.count + 1
                    if state.taken == state.commits.count { (state.commits, state.taken) = ([], 0) }
                    return .commit(changes, position)
                }
                if let failure = state.failure { throw failure }
                return state.wantsComparison ? .comparison : nil
            }
            if let mail { return mail }
            await withTaskCancellationHandler { @Sendable in
                await withCheckedContinuation { continuation in
                    let isDone = state.withLock { state in
                        if state.hasMail || Task.isCancelled { return true }
                        state.waiter = continuation
                        return false
                    }
                    if isDone { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiter.take() }?.resume()
            }
        }
    }
}
