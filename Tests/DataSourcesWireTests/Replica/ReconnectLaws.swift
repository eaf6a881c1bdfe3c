import DataSources
import DataSourcesTesting
import DataSourcesViews
import DataSourcesWire
import TestKit
import Testing

/// Law 2 through the wire: wherever a stream breaks, the replica goes on, and shows states of its source only.
struct ReconnectLaws {
    typealias Source = SectionedSource<Column, Card>

    /// The frames of a connection that breaks after so many, if there is a limit.
    private func connection<S: DataSource>(
        to feed: Feed<S>, since position: FeedPosition?, cutAfter count: Int = .max
    ) -> some AsyncSequence<[UInt8], WireError> & Sendable where S.Snapshot: WireSnapshot {
        feed.frames(since: position, as: .binary).prefix(count).map(\.bytes)
    }

    private func edit(_ source: Source, _ random: inout Random) async throws {
        let seed = random.next()
        try await source.transaction { draft in
            var random = Random(seed: seed)
            random.edit(&draft)
        }
    }

    @Test(arguments: 0..<40, [1, 3, 1_000])
    func `law 2: a stream may break after any frame`(frames: Int, itemsPerPart: Int) throws {
        try SeededExecutor.run(seed: UInt64(frames)) { executor in
            var random = Random(seed: UInt64(frames))
            let source = try Source(random.board(columns: 4, cards: 30))
            let states = Shared([source.snapshot])
            let feed = Feed(of: source, itemsPerPart: itemsPerPart, clock: executor.clock)
            let replica = Replica<Board>()
            let connections = Shared(0)
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, backoff: Backoff(initial: .milliseconds(5)), clock: executor.clock) {
                    position in
                    connections.change { $0 += 1 }
                    return connection(to: feed, since: position, cutAfter: connections.value == 1 ? frames : .max)
                }
            }
            let shown = executor.start(name: "reader") {
                var states: [Board] = []
                for await update in replica.subscribe() { states.append(update.after) }
                return states
            }
            for _ in 0..<20 {
                try await edit(source, &random)
                states.change { $0.append(source.snapshot) }
                try await executor.clock.sleep(for: .milliseconds(3))
            }
            // After a reset that nothing followed it begins again; otherwise the history has what it needs.
            if itemsPerPart == 1_000 { #expect(feed.statistics.wholeStatesSent == (frames == 2 ? 2 : 1)) }
            await source.finish()
            try await runner.value
            var rest = states.value[...]
            for state in await shown.value {
                while let first = rest.first, first != state { rest = rest.dropFirst() }
                #expect(!rest.isEmpty, "a state that the source never had, or out of order")
            }
            #expect(replica.snapshot == source.snapshot)
        }
    }

    @Test func `after a restart of the source, a replica shows the old state until it has the new one`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let old = try ListSource((0..<10).map { Card($0) })
            let new = try ListSource((5..<20).map { Card($0) })
            let feeds = [Feed(of: old, clock: executor.clock), Feed(of: new, itemsPerPart: 4, clock: executor.clock)]
            let replica = Replica<List>()
            let running = executor.start(name: "feed") { await feeds[0].run(clock: executor.clock) }
            let restarted = Shared(0)
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, backoff: Backoff(initial: .milliseconds(5)), clock: executor.clock) {
                    position in
                    connection(to: feeds[restarted.value], since: position)
                }
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot == old.snapshot)
            let epoch = await replica.position?.epoch
            let counts = executor.start(name: "reader") {
                var counts: [Int] = []
                for await update in replica.subscribe() { counts.append(update.after.count) }
                return counts
            }
            restarted.change { $0 = 1 }
            feeds[0].shutDown()
            await old.finish()
            await running.value
            try await executor.clock.sleep(for: .seconds(60))
            #expect(replica.snapshot == new.snapshot)
            #expect(await replica.position?.epoch != epoch)
            await new.finish()
            try await runner.value
            #expect(await counts.value == [15])
        }
    }

    @Test(arguments: seeds(20))
    func `replicas in a chain whose lines break end equal to the source`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = try Source(random.board(columns: 4, cards: 30))
            let (first, second) = (Replica<Board>(), Replica<Board>())
            let (feed, next) = (Feed(of: source, clock: executor.clock), Feed(of: first, clock: executor.clock))
            let cuts = Shared(Random(seed: seed &+ 1))
            @Sendable func cut() -> Int {
                var count = 0
                cuts.change { count = 3 + $0.below(5) }
                return count
            }
            let backoff = Backoff(initial: .milliseconds(5), maximum: .milliseconds(20))
            let runners = [
                executor.start(name: "first") {
                    try await first.run(as: .binary, backoff: backoff, clock: executor.clock) { position in
                        connection(to: feed, since: position, cutAfter: cut())
                    }
                },
                executor.start(name: "second") {
                    try await second.run(as: .binary, backoff: backoff, clock: executor.clock) { position in
                        connection(to: next, since: position, cutAfter: cut())
                    }
                },
            ]
            for _ in 0..<30 {
                try await edit(source, &random)
                try await executor.clock.sleep(for: .milliseconds(random.below(5)))
            }
            await source.finish()
            for runner in runners { try await runner.value }
            #expect(second.snapshot == source.snapshot)
            #expect(first.snapshot == source.snapshot)
        }
    }

    @Test(arguments: seeds(13))
    func `a display that follows a replica shows what the source had, whenever the line breaks`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = try Source(random.board(columns: 4, cards: 30))
            let feed = Feed(of: source, clock: executor.clock)
            let replica = Replica<Board>()
            let cuts = Shared(Random(seed: seed &+ 1))
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, backoff: Backoff(initial: .milliseconds(5)), clock: executor.clock) {
                    position in
                    var count = 0
                    cuts.change { count = 3 + $0.below(5) }
                    return connection(to: feed, since: position, cutAfter: count)
                }
            }
            let screen = Screen(of: replica)
            let following = executor.start(name: "screen") { await screen.run() }
            for _ in 0..<30 {
                try await edit(source, &random)
                try await executor.clock.sleep(for: .milliseconds(random.below(8)))
            }
            await source.finish()
            try await runner.value
            await following.value
            #expect(await screen.faults == [])
            #expect(await screen.shown == source.snapshot)
            #expect(await screen.updates > 0)
        }
    }
}

/// An actor with a presentation of a replica and a display that obeys UIKit's rules.
private actor Screen {
    private let presentation: Presentation<Board>
    private let display = StrictBoard()

    init(of replica: Replica<Board>) {
        presentation = Presentation(of: replica)
    }

    func run() async {
        presentation.attach(display)
        await presentation.run()
    }

    var shown: Board { presentation.snapshot }
    var updates: Int { display.updates }
    var faults: [String] {
        display.faults + (display.rows == StrictDisplay(presentation.snapshot).items ? [] : ["the rows differ"])
    }
}

private final class StrictBoard: ListDisplay {
    private var strict = StrictDisplay(Board(), refresh: .reconfigure)
    private(set) var updates = 0
    private(set) var faults: [String] = []

    var rows: [Card] { strict.items }

    func nextFrame() async {}

    func reset(to snapshot: Board) { strict = StrictDisplay(snapshot, refresh: .reconfigure) }

    func apply(_ stage: Update<Board>, to snapshot: Board, animation: AnimationHint?) throws {
        updates += 1
        do { try strict.performBatchUpdates(stage.changes, to: stage.after) } catch { faults.append("\(error)") }
        if strict.items != StrictDisplay(snapshot).items { faults.append("another state is shown") }
    }
}
