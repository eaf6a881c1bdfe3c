import DataSources
import TestKit
import Testing

/// Laws 7 and 10: transactions that throw at a random step, against a model that simply keeps a copy.
struct AtomicLaws {
    private struct Refusal: Error {}

    @Test(arguments: seeds(10))
    func `law 7: a list is as it was after every transaction that throws, and later edits find everything`(
        seed: UInt64
    ) async throws {
        var random = Random(seed: seed)
        let start = (0..<[0, 3, 40, 300][random.below(4)]).map { Row($0) }
        let source = try ListSource(start)
        let subscription = source.subscribe()
        var model = start
        for step in 0..<30 {
            let choice = random.next()
            let throwsAtEnd = random.below(2) == 0
            let label = "seed \(seed), step \(step)"
            let before = source.snapshot
            do {
                model = try await source.transaction({ list in
                    var random = Random(seed: choice)
                    var model = list.snapshot.map { $0 }
                    for part in 0...random.below(6) {
                        try Self.edit(&list, &model, &random, fresh: 1000 + step * 1000 + part * 100)
                    }
                    if throwsAtEnd { throw Refusal() }
                    return model
                }).result
            } catch is Refusal {
                #expect(source.snapshot.isIdentical(to: before), "\(label)")
                #expect(source.snapshot.version == before.version, "\(label)")
            }
            if let fault = await source.fault(against: model) { Issue.record("\(label): \(fault)") }
        }
        var content = start
        while subscription.lag > 0 {
            await source.finish()
            guard let update = await subscription.next() else { break }
            try update.apply(to: &content)
        }
        #expect(content == model, "seed \(seed)")
    }

    private static func edit(
        _ list: inout ListDraft<Row>, _ model: inout [Row], _ random: inout Random, fresh: Int
    ) throws {
        let place = random.below(model.count)
        switch random.below(9) {
        case 0:
            let rows = (0..<random.below(100)).map { Row(fresh + $0) }
            try list.insert(contentsOf: rows, at: place)
            model.insert(contentsOf: rows, at: place)
        case 1:
            try list.insert(Row(fresh), at: place)
            model.insert(Row(fresh), at: place)
        case 2 where !model.isEmpty:
            try list.remove(at: place)
            model.remove(at: place)
        case 3 where !model.isEmpty:
            let upper = place + random.below(model.count - place + 1)
            try list.removeSubrange(place..<upper)
            model.removeSubrange(place..<upper)
        case 4 where !model.isEmpty:
            let to = random.below(model.count)
            try list.move(from: place, to: to)
            model.insert(model.remove(at: place), at: to)
        case 5 where !model.isEmpty:
            try list.update(at: place) { $0.value += 1 }
            model[place].value += 1
        case 6 where random.below(3) == 0:
            list.removeAll()
            model = []
        case 7:
            model.shuffle(using: &random)
            try list.replaceAll(with: model)
        default:
            // Law 10: refused, named, and without a trace in the transaction that catches it.
            guard let id = model.randomElement(using: &random)?.id else { return }
            do {
                try list.append(contentsOf: [Row(fresh), Row(id), Row(fresh + 1), Row(fresh)])
                Issue.record("law 10: duplicates were taken in")
            } catch {
                if Set(error.ids) != [AnyID(id), AnyID(fresh)] { Issue.record("law 10: \(error)") }
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 7: sections are as they were after every transaction that throws, and later edits find everything`(
        seed: UInt64
    ) async throws {
        typealias Model = [ItemSection<Row, Row>]
        var random = Random(seed: seed)
        let start: Model = (0..<random.below(5)).map { number in
            ItemSection(Row(number), items: (0..<random.below(80)).map { Row(number * 100 + $0) })
        }
        let source = try SectionedSource(start)
        var model = start
        for step in 0..<30 {
            let choice = random.next()
            let throwsAtEnd = random.below(2) == 0
            let label = "seed \(seed), step \(step)"
            let before = source.snapshot
            do {
                let number = 10 + step
                try await source.transaction { draft in
                    var random = Random(seed: choice)
                    for part in 0...random.below(6) {
                        try Self.edit(&draft, &random, fresh: number * 1000 + part * 100)
                    }
                    if throwsAtEnd { throw Refusal() }
                }
                model = source.snapshot.map { $0 }
            } catch is Refusal {
                #expect(source.snapshot.isIdentical(to: before), "\(label)")
                #expect(source.snapshot.version == before.version, "\(label)")
            }
            if let fault = await source.fault(against: model) { Issue.record("\(label): \(fault)") }
        }
    }

    private static func edit(
        _ draft: inout SectionedDraft<Row, Row>, _ random: inout Random, fresh: Int
    ) throws {
        let sections = draft.snapshot
        guard let section = sections.randomElement(using: &random), random.below(6) > 0 else {
            let rows = (0..<random.below(90)).map { Row(fresh + $0) }
            return try draft.insertSection(ItemSection(Row(fresh), items: rows), at: random.below(draft.count + 1))
        }
        let item = section.items.randomElement(using: &random)
        switch random.below(10) {
        case 0: try draft.appendItems((0..<random.below(100)).map { Row(fresh + $0) }, toSection: section.id)
        case 1: try draft.removeSection(id: section.id)
        case 2: try draft.moveSection(id: section.id, to: random.below(draft.count))
        case 3: try draft.updateSection(id: section.id) { $0.value += 1 }
        case 4: try draft.replaceItems(inSection: section.id, with: section.items.shuffled(using: &random))
        case 5: try draft.removeItems(0..<section.items.count, inSection: section.id)
        case 6:
            guard let other = sections.randomElement(using: &random), let item else { return }
            try draft.moveItem(id: item.id, toSection: other.id, at: 0)
        case 7: draft.removeAllItems { $0.id % 3 == 0 }
        case 8:
            var wanted = sections.map { $0 }
            wanted.shuffle(using: &random)
            try draft.replaceAll(with: wanted.dropLast(random.below(2)))
        default:
            guard let item else { return }
            do {
                try draft.insertSection(ItemSection(Row(fresh), items: [Row(fresh), Row(item.id)]), at: 0)
                Issue.record("law 10: a duplicate was taken in")
            } catch {
                if error.ids != [AnyID(item.id)] { Issue.record("law 10: \(error)") }
            }
        }
    }
}

// Actor-isolated, so that the lookups by id are those of the live draft.

extension ListSource where Item == Row {
    fileprivate func fault(against model: [Row]) -> String? {
        if snapshot.map({ $0 }) != model { return "the snapshot is not the model" }
        for (offset, row) in model.enumerated() {
            if position(of: row.id) != offset { return "\(row) is not found" }
            if item(id: row.id) != row { return "\(row) is not found as it is" }
        }
        return nil
    }
}

extension SectionedSource where Header == Row, Item == Row {
    fileprivate func fault(against model: [ItemSection<Row, Row>]) -> String? {
        if snapshot.map({ $0 }) != model { return "the snapshot is not the model" }
        if snapshot.itemCount != model.reduce(0, { $0 + $1.items.count }) { return "the items are not counted" }
        for (position, section) in model.enumerated() {
            if sectionPosition(of: section.id) != position { return "section \(section.header) is not found" }
            if self.section(id: section.id) != section { return "section \(section.header) is not found as it is" }
            for (offset, row) in section.items.enumerated() {
                if path(of: row.id) != ItemPath(section: position, item: offset) { return "\(row) is not found" }
                if item(id: row.id) != row { return "\(row) is not found as it is" }
            }
        }
        return nil
    }
}
