import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// Moves of several items at once, against arrays.
struct MoveSeveralTests {
    /// The array after the elements at `places`, in this order, have moved to a gap, as `Array.move(fromOffsets:toOffset:)`
    /// of SwiftUI does for ascending places.
    private static func moved<Element>(_ list: [Element], _ places: [Int], to gap: Int) -> [Element] {
        let staying = list.indices.filter { !places.contains($0) }
        return staying.filter { $0 < gap }.map { list[$0] } + places.map { list[$0] }
            + staying.filter { $0 >= gap }.map { list[$0] }
    }

    /// What is wrong with the difference of two states in which the same items are.
    private static func fault<P>(_ changes: Changes<P>, moving count: Int) -> String? {
        if !changes.insertions.isEmpty || !changes.deletions.isEmpty || !changes.updates.isEmpty {
            return "more than moves: \(changes)"
        }
        return changes.moves.count > count ? "more moves than items: \(changes)" : nil
    }

    @Test func `all small lists: offsets move as in an array, and ids in their order`() throws {
        for count in 0...4 {
            let rows = (0..<count).map { Row($0) }
            let before = try ListSnapshot(rows)
            for places in SmallStates.arrangements(of: count) {
                for gap in 0...count {
                    var draft = try ListDraft(rows)
                    try draft.move(ids: places, before: gap < count ? gap : nil)
                    #expect(Array(draft.snapshot) == Self.moved(rows, places, to: gap), "\(places) to \(gap)")
                    #expect(Self.fault(draft.snapshot.changes(from: before), moving: places.count) == nil)
                    draft = try ListDraft(rows)
                    try draft.move(fromOffsets: places + places, toOffset: gap)
                    #expect(Array(draft.snapshot) == Self.moved(rows, places.sorted(), to: gap))
                }
            }
        }
    }

    @Test(arguments: seeds(30))
    func `large lists are what arrays would be, and savepoints undo moves`(seed: UInt64) throws {
        struct Refusal: Error {}
        var random = Random(seed: seed)
        var model = (0..<[1, 40, 700, 3000][random.below(4)]).map { Row($0) }
        var draft = try ListDraft(model)
        for _ in 0..<20 {
            let (before, old) = (draft.snapshot, model)
            let count = random.below([2, 20, model.count + 1][random.below(3)])
            let start = random.below(model.count)
            let places =
                random.below(2) == 0
                ? Array(model.indices.shuffled(using: &random).prefix(count))
                : Array(start..<min(start + count, model.count))
            let gap = random.below(model.count + 1)
            let isKept = random.below(3) > 0
            do {
                try draft.transaction { draft in
                    if random.below(2) == 0 {
                        try draft.move(
                            ids: places.map { old[$0].id }, before: gap < old.count ? old[gap].id : nil)
                        model = Self.moved(old, places, to: gap)
                    } else {
                        try draft.move(fromOffsets: Set(places), toOffset: gap)
                        model = Self.moved(old, places.sorted(), to: gap)
                    }
                    if !isKept { throw Refusal() }
                }
            } catch is Refusal {
                model = old
            }
            #expect(Array(draft.snapshot) == model, "seed \(seed)")
            #expect(Self.fault(draft.snapshot.changes(from: before), moving: places.count) == nil, "seed \(seed)")
            for (position, row) in model.enumerated() { #expect(draft.position(of: row.id) == position) }
        }
    }

    @Test func `all small sections: ids move before an item or to the end of a section`() throws {
        for state in SmallStates.shapes(sections: 2, items: 3) {
            let rows = state.flatMap(\.items)
            for ids in SmallStates.arrangements(of: rows.count) {
                for target in rows.indices {
                    var history = try History(state)
                    try history.draft.moveItems(ids: ids, before: target)
                    history.move(ids, before: target)
                    #expect(history.fault(moving: ids.count) == nil, "\(ids) before \(target) of \(state)")
                }
                for section in state.indices {
                    var history = try History(state)
                    try history.draft.moveItems(ids: ids, toSection: section)
                    history.move(ids, toSection: section)
                    #expect(history.fault(moving: ids.count) == nil, "\(ids) into \(section) of \(state)")
                    for gap in 0...state[section].items.count {
                        let places = ids.filter { $0 < state[section].items.count }
                        history = try History(state)
                        try history.draft.moveItems(fromOffsets: places, toOffset: gap, inSection: section)
                        history.model[section].items = Self.moved(
                            state[section].items, places.sorted(), to: gap)
                        #expect(history.fault(moving: places.count) == nil)
                    }
                }
            }
        }
        let state = (0..<4).map { PlainSection($0, [Row($0)]) }
        for places in SmallStates.arrangements(of: 4) {
            for gap in 0...4 {
                var history = try History(state)
                try history.draft.moveSections(fromOffsets: places, toOffset: gap)
                history.model = Self.moved(state, places.sorted(), to: gap)
                #expect(history.fault(moving: 0) == nil, "\(places) to \(gap)")
            }
        }
    }

    /// A draft of sections and what plain sections say.
    private struct History: ~Copyable {
        var draft: RowSectionsDraft
        var model: [PlainSection]
        let before: RowSections

        init(_ state: [PlainSection]) throws {
            model = state
            draft = try RowSectionsDraft(state.map(\.section))
            before = draft.snapshot
        }

        mutating func move(_ ids: [Int], before target: Int) {
            guard let path = model.path(of: target) else { return }
            insert(ids, section: path.section, gap: path.item)
        }

        mutating func move(_ ids: [Int], toSection section: Int) {
            insert(ids, section: section, gap: model[section].items.count)
        }

        private mutating func insert(_ ids: [Int], section: Int, gap: Int) {
            let rows = ids.compactMap { model.path(of: $0) }.map { model[$0] }
            let gap = gap - model[section].items.prefix(gap).count { ids.contains($0.id) }
            for place in model.indices { model[place].items.removeAll { ids.contains($0.id) } }
            model[section].items.insert(contentsOf: rows, at: gap)
        }

        func fault(moving count: Int) -> String? {
            let after = draft.snapshot
            if after.plain != model { return "\(after.plain) and not \(model)" }
            let rows = model.flatMap(\.items)
            if rows.contains(where: { draft.path(of: $0.id) != model.path(of: $0.id) }) { return "the index" }
            if model.indices.contains(where: { draft.sectionPosition(of: model[$0].header.id) != $0 }) {
                return "the index of sections"
            }
            if draft.itemCount != rows.count { return "the count of items" }
            let changes = after.changes(from: before)
            if !changes.sections.insertions.isEmpty || !changes.sections.deletions.isEmpty { return "other sections" }
            return MoveSeveralTests.fault(changes.items, moving: count)
        }
    }

    @Test(arguments: seeds(20))
    func `random sections: ids move as in plain sections`(seed: UInt64) throws {
        var history = try SectionedHistory(seed: seed)
        for _ in 0..<20 {
            let rows = history.model.flatMap(\.items)
            var plain = try History(history.model)
            let ids = Array(rows.map(\.id).shuffled(using: &history.random).prefix(history.random.below(30)))
            if history.random.below(2) == 0, let target = rows.randomElement(using: &history.random) {
                try history.draft.moveItems(ids: ids + ids.prefix(2), before: target.id)
                plain.move(ids, before: target.id)
            } else if let section = history.someSection() {
                try history.draft.moveItems(ids: ids, toSection: history.model[section].header.id)
                plain.move(ids, toSection: section)
            }
            history.model = plain.model
            #expect(history.fault() == nil, "seed \(seed)")
            try history.transact(keeping: history.random.below(2) == 0)
        }
    }

    @Test func `what is refused changes nothing, and names ids and positions`() throws {
        var list = try ListDraft((0..<5).map { Row($0) })
        var sections = try RowSectionsDraft([PlainSection(0, [Row(1), Row(2)]), PlainSection(1)].map(\.section))
        let before = (list.snapshot, sections.snapshot)
        let here = #_sourceLocation
        try expectEditError(.unknownItem, ids: [7, 8], sourceLocation: here) {
            try list.move(ids: [7, 1, 8, 7], before: 2)
        }
        try expectEditError(.unknownItem, ids: [9], sourceLocation: here) { try list.move(ids: [1], before: 9) }
        for (offsets, gap) in [([1, 5], 0), ([-1], 0), ([0], 6), ([0], -1), ([Int.max, Int.min], Int.max)] {
            try expectEditError(.positionOutOfRange, ids: [], sourceLocation: here) {
                try list.move(fromOffsets: offsets, toOffset: gap)
            }
            try expectEditError(.positionOutOfRange, ids: [], sourceLocation: here) {
                try sections.moveItems(fromOffsets: offsets, toOffset: gap, inSection: 0)
            }
            try expectEditError(.positionOutOfRange, ids: [], sourceLocation: here) {
                try sections.moveSections(fromOffsets: offsets, toOffset: gap)
            }
        }
        for (id, other) in [(7, 1), (1, 7)] {
            try expectEditError(.unknownItem, ids: [7], sourceLocation: here) {
                try sections.moveItems(ids: [id], before: other)
            }
        }
        try expectEditError(.unknownSection, ids: [7], sourceLocation: here) {
            try sections.moveItems(ids: [1], toSection: 7)
        }
        try expectEditError(.unknownSection, ids: [7], sourceLocation: here) {
            try sections.moveItems(fromOffsets: [0], toOffset: 0, inSection: 7)
        }
        #expect(list.snapshot.isIdentical(to: before.0) && sections.snapshot.isIdentical(to: before.1))
    }

    @Test func `on sources each is one transaction, and a move to where the items are commits nothing`() async throws {
        let list = try ListSource((0..<6).map { Row($0) })
        let offsets: IndexSet = [1, 2, 4]
        #expect(try await list.move(fromOffsets: offsets, toOffset: 6).number == 2)
        #expect(list.snapshot.map(\.id) == [0, 3, 5, 1, 2, 4])
        #expect(try await list.move(ids: [4, 0], before: 5).number == 3)
        #expect(list.snapshot.map(\.id) == [3, 4, 0, 5, 1, 2])
        #expect(try await list.move(ids: [0, 5], before: 5).number == 3)
        #expect(try await list.move(fromOffsets: 2..<4, toOffset: 2).number == 3)
        #expect(try await list.move(fromOffsets: [], toOffset: 0).number == 3)
        #expect(try await list.move(ids: [1, 2], before: nil).number == 3)

        let board = try SectionedSource([
            ItemSection(Heading(0), items: [Row(1), Row(2), Row(3)]), ItemSection(Heading(1), items: [Row(4)]),
        ])
        #expect(try await board.moveItems(fromOffsets: [0, 1] as IndexSet, toOffset: 3, inSection: 0).number == 2)
        #expect(try await board.moveItems(ids: [1, 4], before: 2).number == 2 + 1)
        #expect(board.snapshot.plain == [PlainSection(0, [Row(3), Row(1), Row(4), Row(2)]), PlainSection(1)])
        #expect(try await board.moveItems(ids: [2, 3], toSection: 1).number == 4)
        #expect(try await board.moveItems(ids: [2, 3], toSection: 1).number == 4)
        #expect(try await board.moveSections(fromOffsets: [1], toOffset: 0).number == 5)
        #expect(board.snapshot.plain == [PlainSection(1, [Row(2), Row(3)]), PlainSection(0, [Row(1), Row(4)])])
    }
}
