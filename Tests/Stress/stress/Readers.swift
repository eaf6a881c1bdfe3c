import DataSources

/// Tasks that read derived sources once or a few times while others write, in all ratios.
///
/// Each state that is read belongs to one moment of the origins: transactions add two rows each, so a state with an odd
/// number of rows mixes two moments.
struct Readers: Sendable {
    private let readers: Int
    private let writers: Int
    private let views: Int
    private let seed: UInt64
    private let ledger = Ledger()

    init(seed: UInt64) {
        self.seed = seed
        var random = Random(seed: seed)
        readers = random.magnitude(upTo: 1_000)
        writers = random.magnitude(upTo: 1_000)
        views = random.magnitude(upTo: 100)
    }

    struct Outcome: CustomStringConvertible {
        let complaints: [String]
        let description: String
    }

    func run() async -> Outcome {
        let start = ContinuousClock.now
        do {
            try await read()
        } catch {
            await ledger.complain("readers: \(error)")
        }
        let time = start.duration(to: .now).inSeconds
        return Outcome(
            complaints: await ledger.report.complaints,
            description: "\(readers) readers, \(writers) writers, \(views) derived sources, \(time)")
    }

    private struct Row: Identifiable, Equatable {
        let id: Int
    }

    /// How many rows two lists have.
    private struct Sum: PairOperator {
        private var (first, second) = (0, 0)

        mutating func apply(
            _ first: Update<ListSnapshot<Row>>?, _ second: Update<ListSnapshot<Row>>?
        ) -> ValueSnapshot<Int> {
            if let first { self.first = first.after.count }
            if let second { self.second = second.after.count }
            return ValueSnapshot(self.first + self.second)
        }
    }

    /// A source that shows how many rows there are, by one of several ways that part and join again.
    private func view(_ number: Int, of source: ListSource<Row>, _ choice: Parameter<Int>) -> Counts {
        let even = source.filter { $0.id % 2 == 0 }
        switch number % 3 {
        case 0: return Counts(from: even, source.filter { $0.id % 2 != 0 }, through: Sum())
        case 1:
            let chosen = choice.switchToLatest { value in source.filter { $0.id % 2 != 0 && value >= 0 } }
            return Counts(from: even, chosen, through: Sum())
        default: return Counts(from: even.map { $0 }, source.filter { $0.id % 2 != 0 }.sorted(by: \.id), through: Sum())
        }
    }

    private typealias Counts = DerivedSource<ValueSnapshot<Int>>

    private func read() async throws {
        let (source, choice) = (ListSource<Row>(), Parameter(0))
        let counts = (0..<views).map { view($0, of: source, choice) }
        let tasks =
            (0..<writers).map { number in Task { await write(number, source, choice, counts) } }
            + (0..<readers).map { number in Task { await read(number, counts) } }
        var random = Random(seed: seed &+ 1)
        for _ in 0..<tasks.count / 20 { tasks[random.below(tasks.count)].cancel() }
        for task in tasks { await task.value }
        let end = source.snapshot.count
        for count in counts {
            let last = await count.snapshot.value
            await ledger.expect(last == end, "law 6: \(last ?? -1) rows were read in the end, not \(end)")
        }
    }

    private func write(_ number: Int, _ source: ListSource<Row>, _ choice: Parameter<Int>, _ counts: [Counts]) async {
        let written = try? await source.transaction { list in
            try list.append(Row(id: 2 * number))
            try list.append(Row(id: 2 * number + 1))
            return list.count
        }
        if number % 5 == 0 { choice.set(number) }
        let count = await counts[number % counts.count].snapshot.value ?? -1
        if Task.isCancelled { return }
        await ledger.expect(count >= written?.result ?? 0, "law 6: a task did not read what it has written")
        await ledger.expect(count % 2 == 0, "law 14: \(count) rows")
    }

    private func read(_ number: Int, _ counts: [Counts]) async {
        var last = 0
        for turn in 0..<5 {
            // Without a value there are no rows: an operator is called for the first time when there is something.
            let count = await counts[(number + turn % 2) % counts.count].snapshot.value ?? 0
            if Task.isCancelled { return }
            await ledger.expect(count >= last, "law 14: \(count) rows after \(last)")
            await ledger.expect(count % 2 == 0, "law 14: \(count) rows")
            last = count
        }
    }
}

extension Random {
    /// A number from 1 to `most`; small ones are as likely as large ones.
    fileprivate mutating func magnitude(upTo most: Int) -> Int {
        var limit = 1
        while limit < most, !oneIn(8) { limit *= 2 }
        return 1 + below(min(limit, most))
    }
}
