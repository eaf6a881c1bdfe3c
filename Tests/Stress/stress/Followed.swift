import DataSources

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
        // Pages of the same rows; small, so that many are loaded and let go.
        let pages = FollowedPages<Account, Int>(
            sortedBy: .descending(\.balance).then(.ascending(\.id)), size: 3, limit: 20
        ) { try await store.page($0) }
        let honest = DerivedSource(
            from: list.position, list.filter { $0.id > 0 }.upstreamStatus, through: IsReadyWithState())
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await keepFollowing(list.status) { backoff, numbers in
                    try await list.run(backoff: backoff) { try await connect(to: store, since: $0, numbers, true) }
                }
            }
            group.addTask {
                await keepFollowing(pages.status) { backoff, numbers in
                    try await pages.run(backoff: backoff) { try await connect(to: store, since: $0, numbers, false) }
                }
            }
            for screen in 0..<4 { group.addTask { await scroll(pages, screen) } }
            for number in 0..<readers {
                let check = number % 3 == 2 ? honest : checks[number % 3]
                group.addTask { await read(check, number) }
            }
            group.addTask {
                var random = Random(seed: seed &+ 2)
                for _ in 0..<transactions {
                    await store.transfer(
                        random.below(50), from: random.below(accounts), to: random.below(accounts))
                    if random.oneIn(20) { await Task.yield() }
                }
                await store.finish()
            }
        }
        let (last, position) = (list.snapshot, list.position.value)
        let (end, expected) = await (store.position, store.balances)
        await ledger.expect(list.status.value == .finished, "law 19: in the end it is \(list.status.value)")
        await ledger.expect(position == end, "law 19: the end is \(position ?? -1), not \(end)")
        let balances = Dictionary(uniqueKeysWithValues: last.map { ($0.id, $0.balance) })
        await ledger.expect(balances == expected, "law 19: the end is not that of the store")
        let (part, whole) = (Array(pages.snapshot), Array(last))
        let offset = part.first.flatMap { whole.firstIndex(of: $0) } ?? 0
        await ledger.expect(
            pages.position.value == end && Array(whole[offset...].prefix(part.count)) == part,
            "law 19: the end of the pages is no part of that of the store")
    }

    /// Shows rows anywhere in the list until it has ended.
    private func scroll(_ pages: FollowedPages<Account, Int>, _ screen: Int) async {
        var random = Random(seed: seed &+ 10 &+ UInt64(screen))
        while true {
            switch pages.status.value {
            case .finished, .failed: return
            case .loading, .ready, .stale: break
            }
            let first = random.below(20)
            do {
                if random.oneIn(10) { try await pages.show(random.oneIn(2) ? .start : .end) }
                try await pages.didShow(first..<first + 3)
            } catch {
                // The store may have changed too fast, or have been lost for good.
                _ = try? await pages.loadMore(random.oneIn(2) ? .start : .end)
            }
            await Task.yield()
        }
    }

    private func connect(
        to store: AccountStore, since position: Int?, _ numbers: Numbers, _ sendsRows: Bool
    ) async throws -> AsyncThrowingStream<RowEvent<Account, Int>, any Error> {
        let (breaksAfter, fails) = await numbers.draw { (1 + $0.below(400), $0.oneIn(10)) }
        if fails { throw AccountStore.Lost() }
        return await store.connect(since: position, breaksAfter: breaksAfter, sendsRows: sendsRows)
    }

    /// Runs the list until the store has ended; some runs are cancelled.
    private func keepFollowing(
        _ status: Parameter<SourceStatus>, _ run: @escaping @Sendable (Backoff, Numbers) async throws -> Void
    ) async {
        let numbers = Numbers(seed: seed &+ 1)
        let backoff = Backoff(initial: .microseconds(50), maximum: .milliseconds(1))
        while true {
            let run = Task { try await run(backoff, numbers) }
            if await numbers.draw({ $0.oneIn(2) }) {
                let pause = await numbers.draw { $0.below(2_000) }
                try? await Task.sleep(for: .microseconds(pause))
                run.cancel()
            }
            do {
                try await run.value
                return
            } catch is CancellationError {
                await ledger.expect(
                    status.value.error is CancellationError || status.value == .finished,
                    "law 19: after a cancelled run it is \(status.value)")
                if status.value == .finished { return }
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
private actor Numbers {
    private var random: Random

    init(seed: UInt64) {
        random = Random(seed: seed)
    }

    func draw<Result: Sendable>(_ body: @Sendable (inout Random) -> Result) -> Result { body(&random) }
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
///
/// An actor, not a mutex: ThreadSanitizer does not know those of the standard library.
private actor AccountStore {
    struct Lost: Error {}

    private(set) var balances: [Int: Int]
    /// The balances after each transaction of the two accounts that it has changed.
    private var log: [[Account]] = []
    private var isFinished = false
    private let committed = Parameter(0)

    init(count: Int) {
        balances = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 100) })
    }

    var position: Int { log.count }

    /// Moves money between the accounts with these numbers.
    func transfer(_ amount: Int, from: Int, to: Int) {
        let amount = min(amount, balances[from] ?? 0)
        balances[from, default: 0] -= amount
        balances[to, default: 0] += amount
        log.append(Set([from, to]).map { Account(id: $0, balance: balances[$0] ?? 0) })
        committed.set(log.count)
    }

    func finish() {
        isFinished = true
        committed.set(-1)
    }

    /// The transaction after a position, if there is one, and whether there will be none.
    func transaction(after position: Int) -> (changed: [Account]?, isFinished: Bool) {
        (position < log.count ? log[position] : nil, isFinished)
    }

    /// A page of the rows, those with most money first.
    func page(_ request: RowPageRequest<Account>) -> RowPage<Account, Int> {
        let rows = balances.map { Account(id: $0.key, balance: $0.value) }.sorted { Self.comes($0, before: $1) }
        let found =
            switch request.place {
            case .start, .end: rows
            case .from(let other): rows.filter { !Self.comes($0, before: other) }
            case .after(let other): rows.filter { Self.comes(other, before: $0) }
            case .before(let other): rows.filter { Self.comes($0, before: other) }
            }
        let ordered = request.place.isBackward ? found.reversed() : found
        return RowPage(found: Array(ordered.prefix(request.size + 1)), for: request, at: log.count)
    }

    private static func comes(_ row: Account, before other: Account) -> Bool {
        row.balance != other.balance ? row.balance > other.balance : row.id < other.id
    }

    /// Connects after a position, and repeats the last transaction before it, or with a whole state, of which it may tell
    /// only that there is one; breaks after some events.
    func connect(
        since position: Int?, breaksAfter count: Int, sendsRows: Bool
    ) -> AsyncThrowingStream<RowEvent<Account, Int>, any Error> {
        let rows = position == nil ? balances.map { Account(id: $0.key, balance: $0.value) } : nil
        let line = Line(
            self, rows: rows, sendsRows, at: position.map { max(0, $0 - 1) } ?? log.count, breaksAfter: count,
            commits: committed.subscribe())
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
            _ store: AccountStore, rows: [Account]?, _ sendsRows: Bool, at position: Int, breaksAfter count: Int,
            commits: SnapshotSubscription<ValueSnapshot<Int>>
        ) {
            (self.store, self.commits, self.position, left) = (store, commits, position, count)
            guard let rows else { return }
            waiting = [.loading(count: rows.count)]
            if !sendsRows { return }
            for start in stride(from: 0, to: rows.count, by: 100) {
                waiting.append(.rows(Array(rows[start..<min(start + 100, rows.count)])))
            }
            waiting.append(.loaded(at: position))
            waiting.reverse()
        }

        func next() async throws -> RowEvent<Account, Int>? {
            left -= 1
            if left < 0 { throw Lost() }
            while true {
                if let event = waiting.popLast() { return event }
                let (changed, isFinished) = await store.transaction(after: position)
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
