import DataSources
import DataSourcesTesting
import TestKit

/// An item of a tree: an id, the id of its parent, and content that can change under them.
struct Twig: Identifiable, Hashable, Sendable, CustomStringConvertible {
    let id: Int
    var parent: Int?
    var value: Int

    init(_ id: Int, in parent: Int? = nil, _ value: Int = 0) {
        self.id = id
        self.parent = parent
        self.value = value
    }

    var description: String {
        "Twig(\(id)\(parent.map { ", in: \($0)" } ?? "")\(value == 0 ? "" : ", \(value)"))"
    }
}

typealias Twigs = TreeOperator<TreeList<Twig>>
typealias TwigSections = TreeOperator<TreeSections<Twig>>

extension [Twig] {
    /// The outline, the slow way: from each root down.
    func outline(_ expansion: Expansion<Int>) -> [TreeRow<Twig>] {
        let ids = Set(map(\.id))
        func rows(_ twigs: [Twig], depth: Int) -> [TreeRow<Twig>] {
            twigs.flatMap { twig in
                let children = filter { $0.parent == twig.id }
                let isExpanded = expansion.contains(twig.id)
                let row = TreeRow(twig, depth: depth, childCount: children.count, isExpanded: isExpanded)
                return isExpanded ? [row] + rows(children, depth: depth + 1) : [row]
            }
        }
        return rows(filter { twig in twig.parent.map { !ids.contains($0) } ?? true }, depth: 0)
    }
}

extension [TreeRow<Twig>] {
    /// The same rows below headers.
    var sections: [DataSourcesTesting.PlainSection<TreeRow<Twig>, TreeRow<Twig>>] {
        var sections: [DataSourcesTesting.PlainSection<TreeRow<Twig>, TreeRow<Twig>>] = []
        for row in self {
            if row.depth == 0 {
                sections.append(DataSourcesTesting.PlainSection(row, []))
            } else {
                sections[sections.count - 1].items.append(row)
            }
        }
        return sections
    }
}

/// Random histories of trees: few ids, so that parents come, go, and get into cycles.
struct TwigHistory: ~Copyable {
    private var random: Random
    private var draft = ListDraft<Twig>()
    private let ids: Int

    init(seed: UInt64, ids: Int = 12) {
        random = Random(seed: seed)
        self.ids = ids
    }

    /// An id that need not be there, mostly a smaller one, or none.
    private mutating func parent(of id: Int) -> Int? {
        switch random.below(8) {
        case 0: nil
        case 1: random.below(ids)
        default: id == 0 ? nil : random.below(id)
        }
    }

    private mutating func edit() throws {
        let (count, id) = (draft.count, random.below(ids))
        switch random.below(12) {
        case 0, 1, 2, 3:
            if !draft.contains(id: id) {
                try draft.insert(Twig(id, in: parent(of: id)), at: random.below(count + 1))
            }
        case 4, 5: if draft.contains(id: id) { try draft.remove(id: id) }
        case 6 where count > 0:
            let value = random.below(3)
            try draft.update(at: random.below(count)) { $0.value = value }
        case 7 where count > 0, 8 where count > 0:
            let place = random.below(count)
            let parent = parent(of: draft.snapshot[place]?.id ?? 0)
            try draft.update(at: place) { $0.parent = parent }
        case 9 where count > 0, 10 where count > 0: try draft.move(from: random.below(count), to: random.below(count))
        case 11 where random.below(4) == 0: try draft.replaceAll(with: draft.snapshot.shuffled(using: &random))
        case 11 where random.below(12) == 0: draft.removeAll()
        default: break
        }
    }

    private mutating func next() throws -> ListSnapshot<Twig> {
        for _ in 0...random.below(6) { try edit() }
        return draft.snapshot
    }

    private mutating func nextExpansion(after last: Expansion<Int>) -> Expansion<Int> {
        var next = last
        switch random.below(12) {
        case 0: next = .all
        case 1: next = Expansion()
        case 2: next = .all(except: (0..<ids).filter { _ in random.below(2) == 0 })
        default: for _ in 0...random.below(4) { next.toggle(random.below(ids)) }
        }
        return next
    }

    /// Pairs of histories: of a list of twigs, and of what is expanded.
    static func pairs(
        _ seeds: Range<UInt64>,
        ids: Int = 12,
        steps: Int = 40
    ) throws -> [(first: [ListSnapshot<Twig>], second: [ValueSnapshot<Expansion<Int>>])] {
        try seeds.map { seed in
            var history = TwigHistory(seed: seed, ids: ids)
            var expansion = Expansion<Int>.all
            var pair: (first: [ListSnapshot<Twig>], second: [ValueSnapshot<Expansion<Int>>]) = ([], [])
            for _ in 0..<steps {
                pair.first.append(try history.next())
                expansion = history.nextExpansion(after: expansion)
                pair.second.append(ValueSnapshot(expansion))
            }
            return pair
        }
    }
}
