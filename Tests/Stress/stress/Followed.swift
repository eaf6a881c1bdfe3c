import DataSources
import Synchronization

/// A list that follows a store whose connections break at any moment, while many read what is derived from it.
///
/// Transactions move money between accounts, so the sum of a committed state never changes.
struct Followed: Sendable {
    private let accounts: Int
    private let transactions: Int
    private let readers: Int
    private let seed: UInt64
    private let ledger = Ledger()

    init(seed: UInt64) {
        self.seed = seed
        var random = Random(seed: seed)
        accounts = 2 + random.below(random.oneIn(4) ? 3_000 : 100)
        transactions = 500 + random.below(1_500)
        readers = 1 + random.below(200)
    }

    func run() async -> Readers.Outcome {
        let start = ContinuousClock.now
        await follow()
        let time = start.duration(to: .now).inSeconds
        return Readers.Outcome(
            complaints: await ledger.report.complaints,
            description: "\(accounts) rows followed through \(transactions) transactions, \(readers) readers, \(time)")
    }

    private func follow() async {
        let store = AccountStore(count: accounts)
        let list = FollowedList<Account, Int>(sortedBy: .descending(\.balance).then(.ascending(\.id)))
        let total = accounts * 100
        // Whether the state is one that was committed, and "ready" has one.
        let checks = [
            DerivedSource(from: list, list.position, through: IsWhole(total: total)),
            DerivedSource(
                from: list.filter { $0.balance >= 0 }.sorted(by: \.id), list.position, through: IsWhole(total: total)),
        ]
        let honest = DerivedSource(
            from: list.position, list.filter { $0.id > 0 }.upstreamStatus, through: IsReadyWithState())
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await keepFollowing(list, store) }
            for number in 0..<readers {
                let check = number % 3 == 2 ? honest : checks[number % 3]
                group.addTask { await read(check, number) }
            }
            group.addTask {
                var random = Random(seed: seed &+ 2)
                for _ in 0..<transactions {
                    store.transfer(&random)
                    if random.oneIn(20) { await Task.yield() }
                }
                store.finish()
            }
        }
        let (last, position) = (list.snapshot, list.position.value)
        await ledger.expect(list.status.value == .finished, "law 19: in the end it is \(list.status.value)")
        await ledger.expect(position == store.position, "law 19: the end is \(position ?? -1), not \(store.position)")
        let balances = Dictionary(uniqueKeysWithValues: last.map { ($0.id, $0.balance) })
        await ledger.expect(balances == store.balances, "law 19: the end is not that of the store")
    }

    /// Runs the list until the store has ended; some runs are cancelled.
    private func keepFollowing(_ list: FollowedList<Account, Int>, _ store: AccountStore) async {
        let numbers = Numbers(seed: seed &+ 1)
        while true {
            let run = Task {
                try await list.run(backoff: Backoff(initial: .microseconds(50), maximum: .milliseconds(1))) {
                    position in
                    let (breaksAfter, fails) = numbers.draw { (1 + $0.below(400), $0.oneIn(10)) }
                    if fails { throw AccountStore.Lost() }
                    return store.connect(since: position, breaksAfter: breaksAfter)
                }
            }
            if numbers.draw({ $0.oneIn(2) }) {
                try? await Task.sleep(for: .microseconds(numbers.draw { $0.below(2_000) }))
                run.cancel()
            }
            do {
                try await run.value
                return
            } catch is CancellationError {
                await ledger.expect(
                    list.status.value.error is CancellationError || list.status.value == .finished,
                    "law 19: after a cancelled run it is \(list.status.value)")
                if list.status.value == .finished { return }
            } catch {
                return await ledger.complain("followed: \(error)")
            }
        }
    }

    private func read(_ check: DerivedSource<ValueSnapshot<Bool>>, _ number: Int) async {
        for await update in await check.subscribe() {
            await ledger.expect(update.after.value == true, "law 19: reader \(number) saw what was never committed")
        }
    }
}

/// A generator for tasks that run at the same time.
private final class Numbers: Sendable {
    private let random: Mutex<Random>

    init(seed: UInt64) {
        random = Mutex(Random(seed: seed))
    }

    func draw<Result: Sendable>(_ body: (inout Random) -> Result) -> Result { random.withLock { body(&$0) } }
}

private struct Account: Identifiable, Equatable {
    let id: Int
    var balance = 100
}

/// Whether all accounts together have what they have in every committed state.
private struct IsWhole: PairOperator {
    let total: Int
    private var (sum, position) = (0, Int?.none)

    init(total: Int) {
        self.total = total
    }

    mutating func apply(
        _ rows: Update<ListSnapshot<Account>>?, _ position: Update<ValueSnapshot<Int?>>?
    ) -> ValueSnapshot<Bool> {
        if let rows { sum = rows.after.reduce(0) { $0 + $1.balance } }
        if let position { self.position = position.after.value ?? nil }
        return ValueSnapshot(sum == (self.position == nil ? 0 : total))
    }
}

private struct IsReadyWithState: PairOperator {
    private var (position, status) = (Int?.none, SourceStatus.loading(nil))

    mutating func apply(
        _ position: Update<ValueSnapshot<Int?>>?, _ status: Update<ValueSnapshot<SourceStatus>>?
    ) -> ValueSnapshot<Bool> {
        if let position { self.position = position.after.value ?? nil }
        if let status { self.status = status.after.value ?? .loading(nil) }
        return ValueSnapshot(self.status != .ready || self.position != nil)
    }
}

/// Accounts, and a log of the transfers between them.
private final class AccountStore: Sendable {
    struct Lost: Error {}

    private struct State {
        var balances: [Int: Int]
        /// The balances after each transaction of the two accounts that it has changed.
        var log: [[Account]] = []
        var isFinished = false
    }

    private let state: Mutex<State>
    private let committed = Parameter(0)

    init(count: Int) {
        state = Mutex(State(balances: Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 100) })))
    }

    var position: Int { state.withLock { $0.log.count } }
    var balances: [Int: Int] { state.withLock { $0.balances } }

    func transfer(_ random: inout Random) {
        let number = state.withLock { state in
            let (from, to) = (random.below(state.balances.count), random.below(state.balances.count))
            let amount = min(random.below(50), state.balances[from] ?? 0)
            state.balances[from, default: 0] -= amount
            state.balances[to, default: 0] += amount
            state.log.append(Set([from, to]).map { Account(id: $0, balance: state.balances[$0] ?? 0) })
            return state.log.count
        }
        committed.set(number)
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        committed.set(-1)
    }

    /// Connects after a position, and repeats the last transaction before it; breaks after some events.
    func connect(since position: Int?, breaksAfter count: Int) -> AsyncThrowingStream<RowEvent<Account, Int>, any Error>
    {
        let line = Line(self, since: position, breaksAfter: count, commits: committed.subscribe())
        return AsyncThrowingStream { try await line.next() }
    }

    /// A connection.
    private actor Line {
        private let store: AccountStore
        private let commits: SnapshotSubscription<ValueSnapshot<Int>>
        private var waiting: [RowEvent<Account, Int>] = []
        private var position: Int
        private var left: Int
        private var isReady = false

        init(
            _ store: AccountStore, since position: Int?, breaksAfter count: Int,
            commits: SnapshotSubscription<ValueSnapshot<Int>>
        ) {
            (self.store, self.commits, left) = (store, commits, count)
            if let position {
                self.position = max(0, position - 1)
                return
            }
            let (rows, last) = store.state.withLock { state in
                (state.balances.map { Account(id: $0.key, balance: $0.value) }, state.log.count)
            }
            self.position = last
            waiting = [.loading(count: rows.count)]
            for start in stride(from: 0, to: rows.count, by: 100) {
                waiting.append(.rows(Array(rows[start..<min(start + 100, rows.count)])))
            }
            waiting.append(.loaded(at: last))
            waiting.reverse()
        }

        func next() async throws -> RowEvent<Account, Int>? {
            left -= 1
            if left < 0 { throw Lost() }
            while true {
                if let event = waiting.popLast() { return event }
                let (changed, isFinished) = store.state.withLock { state in
                    (position < state.log.count ? state.log[position] : nil, state.isFinished)
                }
                if let changed {
                    position += 1
                    return .changes(changed.map { .upsert($0) }, at: position)
                }
                if isFinished { return .finished }
                if !isReady {
                    isReady = true
                    return .ready
                }
                guard await commits.next() != nil else { throw CancellationError() }
            }
        }
    }
}
