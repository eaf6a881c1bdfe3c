import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What subscribers are told of a tree.
struct TreeScenarioTests {
    private let files = [
        Twig(1), Twig(11, in: 1), Twig(12, in: 1), Twig(121, in: 12), Twig(122, in: 12), Twig(2), Twig(21, in: 2),
        Twig(3),
    ]

    /// What comes of edits in a list, under an operator that has followed it.
    private func change(
        _ expansion: Expansion<Int> = .all,
        edits: (inout ListDraft<Twig>) throws -> Void
    ) throws -> (changes: ListChanges, ids: [Int]) {
        var draft = try ListDraft(files)
        let followed = Followed(WholeTreeOperator(Twigs(expansion: expansion) { $0.parent }), draft.snapshot)
        try edits(&draft)
        let changes = followed.follow(draft.snapshot)?.changes ?? ListChanges()
        return (changes, followed.output.map(\.id))
    }

    @Test func `rows are indented, and count their children`() throws {
        let followed = Followed(WholeTreeOperator(Twigs(expansion: .all) { $0.parent }), try ListSnapshot(files))
        #expect(followed.output.map(\.depth) == [0, 1, 1, 2, 2, 0, 1, 0])
        #expect(followed.output.map(\.childCount) == [2, 0, 2, 0, 0, 1, 0, 0])
        #expect(followed.output.allSatisfy { $0.isExpanded } && followed.output[7]?.hasChildren == false)
        #expect(followed.output[3]?.description == "--Twig(121, in: 12)")
    }

    @Test func `a child comes with an update of its parent's row, which counts`() throws {
        let (changes, ids) = try change { try $0.append(Twig(123, in: 12)) }
        #expect(changes == Changes(insertions: [5], updates: PositionPairs([PositionPair(before: 2, after: 2)])))
        #expect(ids == [1, 11, 12, 121, 122, 123, 2, 21, 3])
    }

    @Test func `a child of what is collapsed is told of as a number only`() throws {
        let (changes, _) = try change(Expansion([1])) { try $0.append(Twig(123, in: 12)) }
        #expect(changes == Changes(updates: PositionPairs([PositionPair(before: 2, after: 2)])))
        #expect(try change(Expansion([1])) { try $0.update(Twig(121, in: 12, 7)) }.changes.isEmpty)
        #expect(try change(Expansion()) { try $0.append(Twig(123, in: 12)) }.changes.isEmpty)
    }

    @Test func `a folder takes along what is below it`() throws {
        let (changes, ids) = try change { try $0.update(Twig(12, in: 2)) }
        #expect(ids == [1, 11, 2, 12, 121, 122, 21, 3])
        // Of the ways to tell of it the one with the fewest moves: the other folder has gone before it.
        #expect(changes.moves.count == 1 && changes.insertions.isEmpty && changes.deletions.isEmpty)
        #expect(try change { try $0.move(id: 2, to: 0) }.ids == [2, 21, 1, 11, 12, 121, 122, 3])
        #expect(try change { try $0.remove(id: 12) }.ids == [1, 11, 121, 122, 2, 21, 3])
    }

    @Test func `a move that passes no sibling is nothing at all`() throws {
        var draft = try ListDraft(files)
        let followed = Followed(WholeTreeOperator(Twigs(expansion: .all) { $0.parent }), draft.snapshot)
        let output = followed.output
        try draft.move(id: 121, to: 0)
        try draft.move(id: 21, to: 7)
        try draft.move(id: 2, to: 4)
        followed.follow(draft.snapshot)
        #expect(followed.output.isIdentical(to: output))
    }

    @Test func `an orphan is a root until its parent comes`() throws {
        let (_, ids) = try change { draft in
            try draft.insert(Twig(41, in: 4, 1), at: 0)
            try draft.insert(Twig(42, in: 4), at: 6)
        }
        #expect(ids == [41, 1, 11, 12, 121, 122, 42, 2, 21, 3])
        var draft = try ListDraft(files + [Twig(42, in: 4), Twig(41, in: 4), Twig(411, in: 41)])
        let followed = Followed(WholeTreeOperator(Twigs(expansion: .all) { $0.parent }), draft.snapshot)
        #expect(followed.output.suffix(3).map(\.depth) == [0, 0, 1])
        try draft.insert(Twig(4, in: 3), at: 0)
        followed.follow(draft.snapshot)
        #expect(followed.output.suffix(5).map(\.id) == [3, 4, 42, 41, 411])
        #expect(followed.output.suffix(5).map(\.depth) == [0, 1, 2, 2, 3])
        try draft.remove(id: 4)
        followed.follow(draft.snapshot)
        #expect(followed.output.suffix(4).map(\.depth) == [0, 0, 0, 1])
    }

    @Test func `what is its own ancestor is not shown, and shown again when the cycle is broken`() throws {
        #expect(try change { try $0.update(Twig(1, in: 122)) }.ids == [2, 21, 3])
        #expect(try change { try $0.update(Twig(3, in: 3)) }.ids == [1, 11, 12, 121, 122, 2, 21])
        var draft = try ListDraft([Twig(1, in: 2), Twig(2, in: 3), Twig(3, in: 1), Twig(4, in: 2)])
        let followed = Followed(WholeTreeOperator(Twigs(expansion: .all) { $0.parent }), draft.snapshot)
        #expect(followed.output.isEmpty)
        try draft.update(Twig(3))
        followed.follow(draft.snapshot)
        #expect(followed.output.map(\.id) == [3, 2, 1, 4])
        try draft.update(Twig(3, in: 1))
        followed.follow(draft.snapshot)
        #expect(followed.output.isEmpty)
        try draft.remove(id: 2)
        followed.follow(draft.snapshot)
        #expect(followed.output.map(\.id) == [1, 3, 4])
    }

    @Test func `parents are asked for in order, of what is new or updated`() throws {
        let asked = Shared<[Int]>([])
        let followed = Followed(
            WholeTreeOperator(
                Twigs(expansion: .all) { twig in
                    asked.change { $0.append(twig.id) }
                    return twig.parent
                }), try ListSnapshot(files))
        #expect(asked.value == files.map(\.id))
        asked.change { $0 = [] }
        var draft = try ListDraft(files)
        try draft.update(Twig(21, in: 2, 5))
        try draft.insert(Twig(4), at: 1)
        try draft.move(id: 3, to: 0)
        try draft.remove(id: 12)
        followed.follow(draft.snapshot)
        #expect(asked.value == [4, 21])
    }

    @Test func `a root is a header; what is a root no longer is an item`() throws {
        var draft = try ListDraft(files)
        let followed = Followed(WholeTreeOperator(TwigSections(expansion: .all) { $0.parent }), draft.snapshot)
        #expect(followed.output.map { [$0.id] + $0.items.map(\.id) } == [[1, 11, 12, 121, 122], [2, 21], [3]])
        try draft.update(Twig(2, in: 12))
        let update = followed.follow(draft.snapshot)
        #expect(followed.output.map { [$0.id] + $0.items.map(\.id) } == [[1, 11, 12, 121, 122, 2, 21], [3]])
        #expect(update?.changes.sections.deletions.count == 1 && update?.changes.moves.count == 1)
    }
}
