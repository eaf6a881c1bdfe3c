import DataSources
import DataSourcesTesting
import Synchronization
import TestKit
import Testing

/// Objects that change in place, and are touched.
struct TouchTests {
    /// An object whose value can change in place.
    private final class Counter: Identifiable, Sendable {
        let id: Int
        private let state: Mutex<Int>

        init(_ id: Int, _ value: Int = 0) {
            self.id = id
            state = Mutex(value)
        }

        var value: Int {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    private typealias Item = ObjectItem<Counter>

    @Test func `a touched object is an update, whatever else happens; one that is not touched is none`() async throws {
        let objects = (0..<4).map { Counter($0) }
        let source = try ListSource(objects.map { ObjectItem($0) })
        let subscription = source.subscribe()
        objects[1].value = 5
        #expect(try await source.update(ObjectItem(objects[1])).number == 1)
        #expect(try await source.touch(id: 1).number == 2)
        #expect(try await source.touch(ids: [1, 3, 3]).number == 3)
        #expect(try await source.move(id: 3, to: 0).number == 4)
        let update = try #require(await subscription.next())
        #expect(update.changes.updates.map { [$0.before, $0.after] } == [[3, 0], [1, 2]])
        #expect(update.changes.insertions.isEmpty && update.changes.deletions.isEmpty)
        #expect(update.changes.moves.count == 1)
        #expect(update.after[2]?.value == 5 && update.before[1] != update.after[2])
        // A touched object that leaves is a deletion only, and a touch that is taken back is nothing.
        struct Refusal: Error {}
        try await source.touch(id: 2)
        try await source.remove(id: 2)
        await #expect(throws: Refusal.self) {
            try await source.transaction { draft in
                try draft.touch(id: 0)
                throw Refusal()
            }
        }
        let next = try #require(await subscription.next())
        #expect(Array(next.changes.deletions) == [3] && next.changes.updates.isEmpty)
        #expect(try await source.touch(ids: []).number == 6)
    }

    @Test func `touching what is not there is refused, and nothing has changed`() async throws {
        let source = try ListSource([ObjectItem(Counter(1))])
        let board = try SectionedSource([ItemSection(Heading(0), items: [ObjectItem(Counter(1))])])
        let (before, boardBefore) = (source.snapshot, board.snapshot)
        await #expect(throws: EditError.self) { try await source.touch(id: 2) }
        await #expect(throws: EditError.self) { try await source.touch(ids: [1, 2]) }
        await #expect(throws: EditError.self) { try await board.touchItem(id: 2) }
        await #expect(throws: EditError.self) { try await board.touchItems(ids: [1, 2]) }
        #expect(source.snapshot.isIdentical(to: before) && board.snapshot.isIdentical(to: boardBefore))
        #expect(try await board.touchItem(id: 1).number == 2)
        #expect(try await board.touchItems(ids: [1]).number == 3)
        #expect(board.snapshot.changes(from: boardBefore).items.updates.count == 1)
    }

    @Test func `items of one object are equal until one is touched`() {
        let object = Counter(1, 7)
        var (left, right) = (ObjectItem(object), ObjectItem(object))
        #expect(left == right && left.hashValue == right.hashValue && left.value == 7 && left.id == 1)
        left.touch()
        #expect(left != right)
        right.touch()
        #expect(left != right && left == left && ObjectItem(Counter(1, 7)) != ObjectItem(object))
    }

    @Test(arguments: seeds(20))
    func `derived sources read what was touched: filters, groups and maps, and what derives from maps`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            var objects = (0..<random.below(60)).map { Counter($0, random.below(5)) }
            let source = try ListSource(objects.map { ObjectItem($0) })
            let texts = source.map { Keyed(id: $0.id, value: $0.value) }
            let odd = source.filter { $0.value % 2 == 1 }
            let sorted = texts.sorted(by: \.value)
            let sum = texts.aggregated(.sum(of: \.value))
            let grouped = source.grouped(by: \.value)
            let (first, second) = (await texts.subscribe(), await odd.subscribe())
            let (third, fourth) = (await sorted.subscribe(), await grouped.subscribe())
            for step in 0..<20 {
                let changed = objects.filter { _ in random.below(8) == 0 }.map { ($0, random.below(5)) }
                if random.below(3) == 0 { objects.append(Counter(1000 + step, random.below(5))) }
                if !objects.isEmpty, random.below(3) == 0 { objects.remove(at: random.below(objects.count)) }
                if random.below(3) == 0 { objects.shuffle(using: &random) }
                let wanted = objects
                try await source.transaction { draft in
                    // Items that are there keep their touches.
                    try draft.replaceAll(with: wanted.map { draft[id: $0.id] ?? ObjectItem($0) })
                    for (object, value) in changed where draft.contains(id: object.id) {
                        object.value = value
                        try draft.touch(id: object.id)
                    }
                }
                let stable = objects.sorted { $0.value < $1.value }
                #expect(await texts.snapshot.map(\.value) == objects.map(\.value), "seed \(seed)")
                #expect(await odd.snapshot.map(\.id) == objects.filter { $0.value % 2 == 1 }.map(\.id), "seed \(seed)")
                #expect(await sorted.snapshot.map(\.id) == stable.map(\.id), "seed \(seed)")
                #expect(await sum.snapshot.value == objects.reduce(0) { $0 + $1.value }, "seed \(seed)")
                #expect(await grouped.snapshot.items.map(\.id) == stable.map(\.id), "seed \(seed)")
            }
            // Only a source that ends lets those wait no more who have nothing to receive.
            await source.finish()
            for await _ in first {}
            for await _ in second {}
            for await update in third { #expect(!update.changes.isEmpty) }
            for await _ in fourth {}
        }
    }
}
