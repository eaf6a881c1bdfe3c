import DataSources
import DataSourcesPostgreSQL
import Synchronization

/// A subscriber that checks each state.
final class Observer: Sendable {
    private struct State {
        var checker: StateChecker
        var version: Version?
        /// Updates since the backlog began in which its writer has changed, without the last one.
        var backlogUpdates = 0
        var lastBacklog = 0
    }

    private let subscription: SnapshotSubscription<ListSnapshot<Account>>
    private let state: Mutex<State>

    init(_ list: FollowedList<Account, LogPosition>, sum: Int) {
        subscription = list.hub.subscribe()
        state = Mutex(State(checker: StateChecker(sum: sum)))
    }

    var checker: StateChecker { state.withLock { $0.checker } }
    var backlogUpdates: Int { max(0, state.withLock { $0.backlogUpdates } - 1) }

    func countBacklog() { state.withLock { $0.backlogUpdates = 0 } }

    func run() async {
        state.withLock { $0.checker.begin(subscription.snapshot) }
        for await update in subscription {
            state.withLock { state in
                state.checker.update(update)
                state.version = update.after.version
                let number = state.checker.numbers[Bank.backlog] ?? 0
                if number != state.lastBacklog { state.backlogUpdates += 1 }
                state.lastBacklog = number
            }
        }
    }

    /// Waits until it has seen a state.
    func settled(at version: Version?) async {
        for _ in 0..<200 where state.withLock({ $0.version }) != version {
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
