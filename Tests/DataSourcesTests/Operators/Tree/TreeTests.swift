import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The outline against one that is made anew, the slow way, after each step.
struct TreeTests {
    private static func rows(
        _ list: ListSnapshot<Twig>, _ expansion: ValueSnapshot<Expansion<Int>>
    ) -> [TreeRow<Twig>] {
        Array(list).outline(expansion.value ?? Expansion())
    }

    @Test(arguments: zip([1000, 3, 1000], [62, 62, 6]))
    func `random histories of a list and an expansion`(bulk: Int, labelBits: Int) throws {
        try expectFollowsPair(TwigHistory.pairs(seeds(bulk == 1000 && labelBits == 62 ? 30 : 10))) {
            Twigs(labelBits: labelBits) { $0.parent }.rebuilding(from: bulk)
        } oracle: {
            Self.rows($0, $1)
        }
    }

    @Test(arguments: [1000, 3])
    func `random histories, in sections`(bulk: Int) throws {
        try expectFollowsPair(TwigHistory.pairs(seeds(bulk == 1000 ? 15 : 8))) {
            TwigSections { $0.parent }.rebuilding(from: bulk)
        } oracle: {
            Self.rows($0, $1).sections
        }
    }

    @Test func `random histories of larger trees`() throws {
        let histories = try TwigHistory.pairs(seeds(4), ids: 60, steps: 150)
        try expectFollowsPair(histories) {
            Twigs { $0.parent }
        } oracle: {
            Self.rows($0, $1)
        }
        try expectFollowsPair(histories) {
            TwigSections { $0.parent }
        } oracle: {
            Self.rows($0, $1).sections
        }
    }

    /// Every list of some of the ids 0..<count in one of some orders, each under any of them, there or not, or a root.
    private static func forests(of count: Int, ordered isOrdered: ([Int]) -> Bool) -> [[Twig]] {
        SmallStates.arrangements(of: count).filter(isOrdered).flatMap { ids in
            ids.reduce([[]]) { lists, id in
                lists.flatMap { list in [nil, 0, 1, 2].prefix(count + 1).map { list + [Twig(id, in: $0)] } }
            }
        }
    }

    @Test(arguments: [Expansion.all, Expansion([0]), Expansion([1, 2])])
    func `all small histories`(expansion: Expansion<Int>) throws {
        let count = expansion == .all ? 3 : 2
        let starts = Self.forests(of: count) { $0 == $0.sorted() }
        let ends = Self.forests(of: count) { $0 == $0.sorted() || $0 == $0.sorted(by: >) }
            .map { (list: $0, outline: $0.outline(expansion)) }
        for start in starts {
            let before = try ListSnapshot(start)
            for (end, outline) in ends {
                guard let update = Update(from: before, to: try ListSnapshot(end)) else { continue }
                var tree = Twigs(expansion: expansion) { $0.parent }
                if let first = Update(from: ListSnapshot(), to: before) { _ = tree.apply(first, nil) }
                let found = tree.apply(update, nil)
                // A plain condition: there are very many of these.
                if Array(found) != outline { Issue.record("\(start) → \(end): \(found)") }
            }
        }
    }

    @Test func `whatever is expanded together is what is expanded one by one`() throws {
        let twigs = [Twig(0), Twig(1, in: 0), Twig(2, in: 1), Twig(3, in: 2), Twig(4, in: 1), Twig(5)]
        let all = (0..<32).map { mask in Expansion((0..<5).filter { mask >> $0 & 1 == 1 }) }
        for before in all {
            for after in all {
                var operation = Twigs(expansion: before) { $0.parent }
                _ = operation.apply(Update(from: ListSnapshot(), to: try ListSnapshot(twigs)), nil)
                let next = operation.apply(nil, Update(from: ValueSnapshot(before), to: ValueSnapshot(after)))
                #expect(Array(next) == twigs.outline(after), "\(before) → \(after)")
            }
        }
    }
}
