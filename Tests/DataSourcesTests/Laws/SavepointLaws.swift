import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 7: a transaction inside of another one is a savepoint, against models that simply keep a copy.
struct SavepointLaws {
    private struct Refusal: Error {}

    @Test(arguments: seeds(10))
    func `law 7: in a list exactly the edits of the transactions that throw are undone, at any depth`(
        seed: UInt64
    ) throws {
        var random = Random(seed: seed)
        var model = (0..<[0, 3, 40, 700][random.below(4)]).map { Row($0) }
        var draft = try ListDraft(model)
        var fresh = 1000
        var kept: [(snapshot: ListSnapshot<Row>, content: [Row])] = []
        for _ in 0..<8 {
            try Self.transact(&draft, &model, &random, &fresh, &kept, depth: 0, label: "seed \(seed)")
            try Self.compare(draft, model, "seed \(seed)")
            // What is left of the index serves a draft without a transaction too.
            try draft.append(contentsOf: [Row(fresh), Row(fresh + 1)])
            model += [Row(fresh), Row(fresh + 1)]
            fresh += 2
        }
        try Self.compare(draft, model, "seed \(seed)")
        for (snapshot, content) in kept { #expect(Array(snapshot) == content, "seed \(seed)") }
    }

    /// Edits and transactions inside of one another; what each of them throws is caught right outside.
    private static func transact(
        _ draft: inout ListDraft<Row>,
        _ model: inout [Row],
        _ random: inout Random,
        _ fresh: inout Int,
        _ kept: inout [(snapshot: ListSnapshot<Row>, content: [Row])],
        depth: Int,
        label: String
    ) throws {
        let before = model
        let shown = draft.snapshot
        do {
            try draft.transaction { draft in
                for _ in 0..<random.below(5) {
                    if depth < 5, random.below(2) == 0 {
                        try transact(
                            &draft, &model, &random, &fresh, &kept, depth: depth + 1, label: label)
                    } else {
                        try edit(&draft, &model, &random, &fresh)
                    }
                }
                if random.below(4) == 0 { kept.append((draft.snapshot, model)) }
                if random.below(2) == 0 { throw Refusal() }
            }
        } catch is Refusal {
            model = before
            let now = draft.snapshot
            try #require(now.isIdentical(to: shown), "\(label), depth \(depth)")
        }
        try compare(draft, model, "\(label), depth \(depth)")
    }

    private static func edit(
        _ draft: inout ListDraft<Row>, _ model: inout [Row], _ random: inout Random, _ fresh: inout Int
    ) throws {
        let place = random.below(model.count)
        switch random.below(8) {
        case 0, 1:
            let rows = (0..<random.below(random.below(3) == 0 ? 300 : 4)).map { Row(fresh + $0) }
            fresh += rows.count
            try draft.insert(contentsOf: rows, at: place)
            model.insert(contentsOf: rows, at: place)
        case 2 where !model.isEmpty:
            let upper = place + random.below(model.count - place + 1)
            try draft.removeSubrange(place..<upper)
            model.removeSubrange(place..<upper)
        case 3, 4:
            if model.isEmpty { return }
            let to = random.below(model.count)
            try draft.move(from: place, to: to)
            model.insert(model.remove(at: place), at: to)
        case 5 where !model.isEmpty:
            try draft.update(at: place) { $0.value += 1 }
            model[place].value += 1
        case 6 where random.below(3) == 0:
            draft.removeAll()
            model = []
        default:
            model.shuffle(using: &random)
            try draft.replaceAll(with: model)
        }
    }

    private static func compare(_ draft: borrowing ListDraft<Row>, _ model: [Row], _ label: String) throws {
        let rows = Array(draft.snapshot)
        try #require(rows == model, "\(label)")
        for (position, row) in model.enumerated() where draft.position(of: row.id) != position {
            Issue.record("\(label): \(row.id) is not found at \(position)")
        }
        let known = Set(model.map(\.id))
        for id in 0..<2000 where draft.contains(id: id) != known.contains(id) {
            Issue.record("\(label): contains(id: \(id)) is \(!known.contains(id))")
        }
    }

    @Test(arguments: seeds(10))
    func `law 7: in sections exactly the edits of the transactions that throw are undone, at any depth`(
        seed: UInt64
    ) throws {
        var history = try SectionedHistory(seed: seed)
        for _ in 0..<6 {
            try history.transactNested(depth: 0)
            try #require(history.fault() == nil, "\(history.fault() ?? "")\n\(history.story)")
            for _ in 0..<3 { try history.edit() }
            try #require(history.fault() == nil, "\(history.fault() ?? "")\n\(history.story)")
        }
    }

    @Test(arguments: [0, 1, 500, 999, 1_000])
    func `law 7: of 1,000 nested transactions those are undone that are inside the one that catches`(
        catcher: Int
    ) throws {
        func descend(_ list: inout ListDraft<Row>, _ depth: Int) throws {
            if depth == 1_000 { throw Refusal() }
            try list.append(Row(depth))
            if depth == catcher {
                try? list.transaction { try descend(&$0, depth + 1) }
            } else {
                try list.transaction { try descend(&$0, depth + 1) }
            }
        }
        var draft = ListDraft<Row>()
        try? draft.transaction { try descend(&$0, 0) }
        let ids = draft.snapshot.map(\.id)
        // The last one throws before it appends or catches.
        #expect(ids == Array(0..<(catcher == 1_000 ? 0 : catcher + 1)))
        for id in 0..<1_000 where draft.position(of: id) != (id < ids.count ? id : nil) {
            Issue.record("\(id) is found wrongly")
        }
    }

    @Test(arguments: 0..<3)
    func `law 7: a transaction that assigns another draft to its argument is undone too`(depth: Int) throws {
        var list = try ListDraft(Row.range(0, 500))
        var sections = try RowSectionsDraft([PlainSection(7, Row.range(0, 300)).section, PlainSection(8).section])
        let (before, sectionsBefore) = (list.snapshot, sections.snapshot)
        for _ in 0..<2 {
            do {
                try list.transaction { list in
                    try list.remove(id: 3)
                    try Self.nest(depth, &list) { list in
                        list = try ListDraft(Row.range(400, 900))
                        try list.transaction { _ = try $0.remove(id: 450) }
                        throw Refusal()
                    }
                }
                Issue.record("it did not throw")
            } catch is Refusal {}
            do {
                try sections.transaction { sections in
                    try sections.removeSection(id: 8)
                    try Self.nest(depth, &sections) { sections in
                        sections = try RowSectionsDraft([PlainSection(9, Row.range(100, 50)).section])
                        try sections.transaction { _ = try $0.removeItem(id: 101) }
                        throw Refusal()
                    }
                }
                Issue.record("it did not throw")
            } catch is Refusal {}
            let (now, sectionsNow) = (list.snapshot, sections.snapshot)
            #expect(now == before && sectionsNow == sectionsBefore)
        }
        try list.append(Row(600))
        try sections.appendItem(Row(600), toSection: 8)
        try Self.compare(list, Row.range(0, 500) + [Row(600)], "depth \(depth)")
        for id in 0..<300 where sections.path(of: id) != ItemPath(section: 0, item: id) {
            Issue.record("\(id) is not found")
        }
        let (path, gone) = (sections.path(of: 600), sections.sectionPosition(of: 9))
        #expect(path == ItemPath(section: 1, item: 0) && gone == nil)
    }

    private static func nest<Draft: DraftProtocol & ~Copyable>(
        _ depth: Int, _ draft: inout Draft, _ body: (inout Draft) throws -> Void
    ) throws {
        if depth == 0 { return try body(&draft) }
        try draft.transaction { try nest(depth - 1, &$0, body) }
    }

    @Test func `law 7: in a source, what an inner transaction throws and the outer one catches is not committed`()
        throws
    {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource(Row.range(0, 3))
            let subscription = source.subscribe()
            let version = try await source.transaction { list in
                try list.append(Row(3))
                do {
                    try list.transaction { list in
                        list.removeAll()
                        throw Refusal()
                    }
                    Issue.record("it did not throw")
                } catch is Refusal {}
            }
            let update = try #require(await subscription.next())
            #expect(update.after.map(\.id) == [0, 1, 2, 3] && update.changes.insertions.count == 1)
            // An inner transaction alone that is undone is no commit.
            let same = try await source.transaction { list in
                do {
                    try list.transaction { list in
                        try list.remove(id: 1)
                        throw Refusal()
                    }
                } catch is Refusal {}
            }
            #expect(same == version && source.snapshot.version == version)
            #expect(await source.position(of: 3) == 3)
        }
    }
}

extension SectionedHistory {
    /// Makes edits and transactions inside of one another; each stays or is taken back.
    fileprivate mutating func transactNested(depth: Int) throws {
        struct TakenBack: Error {}
        let before = model
        let shown = snapshot
        let isKept = random.below(2) == 0
        note(isKept ? "try draft.transaction { draft in" : "try? draft.transaction { draft in")
        var live = RowSectionsDraft()
        swap(&live, &draft)
        do {
            try live.transaction { live in
                swap(&live, &draft)
                defer { swap(&live, &draft) }
                for _ in 0..<(1 + random.below(5)) {
                    if depth < 4, random.below(3) == 0 { try transactNested(depth: depth + 1) } else { try edit() }
                }
                if !isKept { throw TakenBack() }
            }
            note("}")
        } catch is TakenBack {
            note("throw CancellationError() }")
            model = before
        }
        swap(&live, &draft)
        let (now, fault, story) = (snapshot, fault(), story)
        if !isKept { try #require(now.isIdentical(to: shown), "\(story)") }
        try #require(fault == nil, "\(fault ?? "")\n\(story)")
    }
}
