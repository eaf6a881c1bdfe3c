import DataSources
import TestKit
import Testing

/// Between two questions whether anybody still wants the result, a difference looks at a bounded number of items.
struct CancellationPollTests {
    #if DATASOURCES_INTERNAL_CHECKS
    static let count = 3_000
    #else
    static let count = 12_000
    #endif

    /// Counts the looks at ids and items, and the most of them between two questions.
    ///
    /// Unchecked: it is used by one task.
    final class Looks: @unchecked Sendable {
        private(set) var sinceQuestion = 0
        private(set) var most = 0
        private(set) var total = 0
        private(set) var questions = 0

        func look() {
            sinceQuestion += 1
            total += 1
            most = max(most, sinceQuestion)
        }

        func ask() -> Bool {
            questions += 1
            sinceQuestion = 0
            return false
        }

        /// Forgets what has been looked at to make ready.
        func begin() {
            sinceQuestion = 0
            most = 0
        }
    }

    /// An id that counts how often it is compared and hashed; it may collide with all others.
    struct WatchedID: Hashable, Sendable {
        let number: Int
        let looks: Looks
        var collides = false

        static func == (left: WatchedID, right: WatchedID) -> Bool {
            left.looks.look()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            looks.look()
            hasher.combine(collides ? 0 : number)
        }
    }

    struct Watched: Identifiable, Equatable, Sendable {
        let id: WatchedID
        var value = 0

        static func == (left: Watched, right: Watched) -> Bool {
            left.id.looks.look()
            return left.id.number == right.id.number && left.value == right.value
        }
    }

    /// Ways to change a list.
    enum Shape: String, CaseIterable, Sendable {
        case same, updated, reversed, shuffled, replaced, rotated, thinned, duplicated, scattered

        func change(_ items: [Watched]) -> [Watched] {
            var random = Random(seed: 5)
            let looks = items[0].id.looks
            func other(_ number: Int) -> Watched { Watched(id: WatchedID(number: number, looks: looks)) }
            switch self {
            case .same: return items
            case .updated: return items.map { Watched(id: $0.id, value: 1) }
            case .reversed: return items.reversed()
            case .shuffled: return items.shuffled(using: &random)
            case .replaced: return items.indices.map { other(1_000_000 + $0) }
            case .rotated: return Array(items[(items.count / 3)...] + items[..<(items.count / 3)])
            case .thinned: return items.filter { $0.id.number % 3 != 0 }
            case .duplicated: return items.indices.map { other($0 % 100) }
            case .scattered:
                return items.map { random.below(10) == 0 ? other(2_000_000 + $0.id.number) : $0 }
            }
        }
    }

    private func items(_ looks: Looks, _ count: Int = count, collides: Bool = false) -> [Watched] {
        (0..<count).map { Watched(id: WatchedID(number: $0, looks: looks, collides: collides)) }
    }

    @Test(arguments: Shape.allCases) func `a list's difference asks at bounded intervals`(shape: Shape) {
        let looks = Looks()
        let before = items(looks)
        let (old, new) = (ListSnapshot(unchecked: before), ListSnapshot(unchecked: shape.change(before)))
        for (from, to) in [(old, new), (new, old)] {
            _ = looks.ask()
            _ = to.changes(from: from, isCancelled: looks.ask)
        }
        #expect(looks.most <= CancellationPoll.interval)
        #expect(looks.questions > 2)
    }

    @Test(arguments: [Shape.updated, .shuffled, .thinned, .scattered])
    func `the difference of lists that share structure asks at bounded intervals`(shape: Shape) throws {
        let looks = Looks()
        let before = items(looks)
        var draft = try ListDraft(before)
        let old = draft.snapshot
        try draft.replaceAll(with: shape.change(before))
        looks.begin()
        _ = draft.snapshot.changes(from: old, isCancelled: looks.ask)
        #expect(looks.most <= CancellationPoll.interval)
    }

    @Test(arguments: Shape.allCases, [1, 40, 3_000]) func `a sectioned difference asks at bounded intervals`(
        shape: Shape, size: Int
    ) {
        let looks = Looks()
        func sections(_ items: [Watched], _ order: Shape) -> SectionedSnapshot<Watched, Watched> {
            let parts = stride(from: 0, to: items.count, by: size).map { start in
                (header: items[start], items: Array(items[start..<min(items.count, start + size)]))
            }
            let headers = order.change(parts.map(\.header))
            return SectionedSnapshot(unchecked: zip(headers, parts).map { (header: $0, items: $1.items) })
        }
        let before = items(looks, Self.count / 2)
        let old = sections(before, .same)
        for new in [sections(shape.change(before), .same), sections(shape.change(before), shape)] {
            for (from, to) in [(old, new), (new, old)] {
                _ = looks.ask()
                _ = to.changes(from: from, isCancelled: looks.ask)
            }
        }
        #expect(looks.most <= CancellationPoll.interval)
    }

    @Test func `ids that all collide cost more comparisons, not longer waits`() {
        let looks = Looks()
        let before = items(looks, 1_500, collides: true)
        let (old, new) = (ListSnapshot(unchecked: before), ListSnapshot(unchecked: Shape.shuffled.change(before)))
        _ = looks.ask()
        _ = new.changes(from: old, isCancelled: looks.ask)
        // A slot whose tag agrees is looked into before the look is counted: a batch of 64 at most.
        #expect(looks.most <= CancellationPoll.interval + 64)
        #expect(looks.total > 100_000 && looks.questions >= looks.total / CancellationPoll.interval)
    }

    @Test func `the phases that look at numbers only ask too`() {
        // Rows are not watched: every question is one for work announced.
        let rows = Row.range(0, 40_000)
        var random = Random(seed: 3)
        let (old, new) = (ListSnapshot(unchecked: rows), ListSnapshot(unchecked: rows.shuffled(using: &random)))
        var questions = 0
        _ = new.changes(from: old) {
            questions += 1
            return false
        }
        // Filling the table, looking up, reporting deletions and insertions, ascending runs twice: each announces every row.
        #expect(questions >= 7 * rows.count / CancellationPoll.interval)
    }
}
