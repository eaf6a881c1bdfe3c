import DataSources
import DataSourcesViews
import Observation
import TestKit

/// An actor with a mirror of accounts.
actor AccountScreen {
    let list: ObservedList<Account>
    nonisolated let told = Shared<[String: Int]>([:])
    /// What the first account's balance was after each change.
    private(set) var balances: [Int] = []

    init(of source: ListSource<Account>) {
        list = ObservedList(of: source)
    }

    func run() async { await list.run() }

    func watch(_ name: String, _ body: @Sendable (ObservedList<Account>) -> Void) {
        let told = told
        withObservationTracking {
            body(list)
        } onChange: {
            told.change { $0[name, default: 0] += 1 }
        }
    }

    /// Writes down the first account's balance now, and each time that it changes.
    func record() {
        withObservationTracking {
            balances.append(list.rows[0].balance)
        } onChange: {
            Task { await self.record() }
        }
    }

    func change(_ body: @Sendable (ObservedList<Account>) -> Void) { body(list) }

    func read<Value: Sendable>(_ body: @Sendable (ObservedList<Account>) -> Value) -> Value { body(list) }
}
