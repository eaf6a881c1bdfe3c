import DataSources
import DataSourcesTesting
import Synchronization
import Testing

/// What a tree costs: counted, not timed.
struct TreeCostTests {
    /// Counts how often ids of a tree are hashed: nothing finds an item by its id without that.
    private final class Counter: Sendable {
        let hashes = Atomic<Int>(0)

        func counted(_ body: () throws -> Void) rethrows -> Int {
            hashes.store(0, ordering: .relaxed)
            try body()
            return hashes.load(ordering: .relaxed)
        }
    }

    private struct CountedID: Hashable, Sendable, CustomStringConvertible {
        let number: Int
        let counter: Counter

        static func == (left: CountedID, right: CountedID) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) {
            counter.hashes.add(1, ordering: .relaxed)
            hasher.combine(number)
        }

        var description: String { "\(number)" }
    }

    private struct Leaf: Identifiable, Equatable, Sendable {
        let id: CountedID
        var parent: CountedID?
        var value = 0
    }

    /// Folders of hundreds, in folders of hundreds.
    private static func leaves(_ count: Int, _ counter: Counter) throws -> ListDraft<Leaf> {
        try ListDraft(
            (0..<count).map { number in
                let parent = number < 100 ? nil : CountedID(number: number / 100, counter: counter)
                return Leaf(id: CountedID(number: number, counter: counter), parent: parent)
            })
    }

    /// How many ids are hashed by edits in a tree of `count`, one after the other.
    private static func costs(of count: Int, expanded: Bool) throws -> [Int] {
        let counter = Counter()
        func id(_ number: Int) -> CountedID { CountedID(number: number, counter: counter) }
        var draft = try leaves(count, counter)
        let expansion: Expansion<CountedID> = expanded ? .all : Expansion()
        var operation = TreeOperator(into: TreeList<Leaf>.self, expansion: expansion) { $0.parent }
        var before = draft.snapshot
        _ = operation.apply(Update(from: ListSnapshot(), to: before), nil)
        let folder = count / 200
        let edits: [(inout ListDraft<Leaf>) throws -> Void] = [
            { try $0.insert(Leaf(id: id(count), parent: id(folder)), at: 5) },
            { try $0.append(Leaf(id: id(count + 1), parent: id(folder))) },
            { try $0.append(Leaf(id: id(count + 2), parent: nil)) },
            { try $0.update(Leaf(id: id(count), parent: id(folder), value: 1)) },
            { try $0.update(Leaf(id: id(count), parent: id(folder - 1))) },
            { try $0.move(id: id(count), to: count - 10) },
            { try $0.remove(id: id(count)) },
        ]
        return try edits.map { edit in
            try edit(&draft)
            let after = draft.snapshot
            defer { before = after }
            let update = try #require(Update(from: before, to: after))
            return counter.counted { _ = operation.apply(update, nil) }
        }
    }

    // Checking every invariant looks at everything.
    #if !DATASOURCES_INTERNAL_CHECKS
    @Test(arguments: [true, false])
    func `an edit looks at a few items, however many there are`(expanded: Bool) throws {
        let few = try Self.costs(of: 2_000, expanded: expanded)
        let many = try Self.costs(of: 20_000, expanded: expanded)
        #expect(many.allSatisfy { $0 < 150 }, "\(many)")
        for (few, many) in zip(few, many) { #expect(many < few + 40, "\(few) → \(many)") }
    }

    @Test func `what is hidden costs nothing, however much it is`() throws {
        let counter = Counter()
        func id(_ number: Int) -> CountedID { CountedID(number: number, counter: counter) }
        var draft = try Self.leaves(20_000, counter)
        let before = draft.snapshot
        var operation = TreeOperator(into: TreeList<Leaf>.self) { $0.parent }
        _ = operation.apply(Update(from: ListSnapshot(), to: before), nil)
        try draft.update(Leaf(id: id(1), parent: id(2)))
        let update = try #require(Update(from: before, to: draft.snapshot))
        #expect(counter.counted { _ = operation.apply(update, nil) } < 100)
        // Of the hundred folders below the first root, and their ten thousand leaves, a hundred are shown.
        let expand = Update(from: ValueSnapshot(), to: ValueSnapshot(Expansion([id(3)])))
        #expect(counter.counted { _ = operation.apply(nil, expand) } < 100 * 12)
    }
    #endif

    @Test func `a chain of a hundred thousand is no deeper than any other`() throws {
        let count = 100_000
        var draft = try ListDraft((0..<count).map { Twig($0, in: $0 == 0 ? nil : $0 - 1) })
        let followed = Followed(WholeTreeOperator(Twigs(expansion: .all) { $0.parent }), draft.snapshot)
        #expect(followed.output[count - 1]?.depth == count - 1)
        try draft.append(Twig(count, in: count - 1))
        followed.follow(draft.snapshot)
        #expect(followed.output[count]?.depth == count)
        try draft.insert(Twig(count + 1, in: count / 2), at: 0)
        try draft.append(Twig(count + 2, in: count / 2))
        try draft.append(Twig(count + 3))
        followed.follow(draft.snapshot)
        #expect(followed.output[count / 2 + 1]?.id == count + 1 && followed.output[count + 2]?.id == count + 2)
        try draft.update(Twig(0, in: count - 1))
        followed.follow(draft.snapshot)
        #expect(followed.output.map(\.id) == [count + 3])
        try draft.update(Twig(1, in: count + 3))
        followed.follow(draft.snapshot)
        #expect(followed.output.count == count + 4 && followed.output.map(\.depth).max() == count)
    }

    @Test func `a chain that comes from its end on collapses and expands`() throws {
        let count = 20_000
        let list = try ListSnapshot((0..<count).reversed().map { Twig($0, in: $0 == 0 ? nil : $0 - 1) })
        var operation = Twigs { $0.parent }
        var expansion = ValueSnapshot(Expansion<Int>.all)
        _ = operation.apply(Update(from: ListSnapshot(), to: list), Update(from: ValueSnapshot(), to: expansion))
        for (closed, shown) in [(count / 2, count / 2 + 1), (10, 11), (0, 1)] {
            let next = ValueSnapshot(Expansion.all(except: [closed]))
            #expect(operation.apply(nil, Update(from: expansion, to: next)).count == shown)
            expansion = next
        }
        #expect(operation.apply(nil, Update(from: expansion, to: ValueSnapshot(.all))).count == count)
    }
}
