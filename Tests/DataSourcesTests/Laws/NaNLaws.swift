import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// The rule for values that do not equal themselves, in every layer: a list of readings does what the list of rows does in
/// which NaN is an id like any other and a value for each of its bits.
struct NaNLaws {
    @Test(arguments: seeds(20))
    func `law 15: a list with NaN in ids and values is edited and compared as one without`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var readings = ListDraft<Reading>()
        var rows = ListDraft<Row>()
        var states: [ListSnapshot<Reading>] = [readings.snapshot]
        for step in 0..<60 {
            let choice = random.next()
            let outcome = outcome { try Self.edit(&readings, Random(seed: choice)) { $0 } }
            let expected = self.outcome { try Self.edit(&rows, Random(seed: choice)) { $0.row } }
            try #require(outcome == expected, "seed \(seed), step \(step)")
            let items = readings.snapshot.map(\.row)
            try #require(items == rows.snapshot.map { $0 }, "seed \(seed), step \(step)")
            try #require(readings.indexedIDCount == items.count, "seed \(seed), step \(step)")
            for (position, reading) in readings.snapshot.enumerated() {
                guard readings.position(of: reading.id) == position,
                    readings.snapshot.position(of: reading.id) == position
                else { throw Missing(seed: seed, step: step, reading: reading) }
            }
            if step % 4 != 0 { continue }
            states.append(readings.snapshot)
            states.append(try ListSnapshot(readings.snapshot.map { $0 }))
            for before in states {
                for after in states { try check(before, after, "seed \(seed), step \(step)") }
            }
            states.removeFirst(states.count > 4 ? 2 : 0)
        }
        readings.removeAll()
        #expect(readings.indexedIDCount == 0)
    }

    private struct Missing: Error {
        let seed: UInt64
        let step: Int
        let reading: Reading
    }

    private func check(_ before: ListSnapshot<Reading>, _ after: ListSnapshot<Reading>, _ label: String) throws {
        let (old, new) = (before.map(\.row), after.map(\.row))
        if let fault = Oracle.fault(in: after.changes(from: before), from: old, to: new) {
            Issue.record("\(label): \(fault)")
        }
        let update = Update(from: before, to: after)
        #expect((update == nil) == (before == after), "\(label)")
        #expect((before == after) == (old == new), "\(label)")
        guard let update else { return }
        var content = before.content
        try update.apply(to: &content)
        #expect(content.map(\.row) == new, "\(label)")
        try update.inverted.apply(to: &content)
        #expect(content.map(\.row) == old, "\(label)")
        let copy = try ListSnapshot(before.map { $0 })
        #expect(try update.applied(to: copy).isIdentical(to: after))
        if let back = Update(from: try ListSnapshot(after.map { $0 }), to: copy) {
            #expect(try update.followed(by: back) == nil, "\(label)")
        }
        var draft = try ListDraft(before)
        for step in update.steps { try draft.apply(step) }
        #expect(draft.snapshot == after, "\(label)")
        if let stage = update.stages.last { #expect(stage.after == after, "\(label)") }
    }

    private func outcome(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "made"
        } catch let error as EditError {
            let ids = error.ids.map { id -> Int in
                if let number = id.as(Double.self) { return number.isNaN ? -1 : Int(number) }
                return id.as(Int.self) ?? -2
            }
            return "\(error.code) \(ids.sorted())"
        } catch {
            return "\(error)"
        }
    }

    /// One edit, drawn the same for readings and for rows.
    private static func edit<Item: Identifiable & Equatable & Sendable>(
        _ draft: inout ListDraft<Item>, _ random: Random, _ item: (Reading) -> Item
    ) throws where Item.ID: Sendable {
        var random = random
        func id(_ random: inout Random) -> Double { random.below(4) == 0 ? .nan : Double(random.below(40)) }
        func value(_ random: inout Random) -> Double {
            random.below(3) == 0 ? Reading.nan(random.below(3)) : Double(random.below(3))
        }
        func reading(_ random: inout Random) -> Item { item(Reading(id(&random), value(&random))) }
        func readings(_ random: inout Random) -> [Item] { (0..<random.below(12)).map { _ in reading(&random) } }
        let (place, other) = (random.below(draft.count), random.below(draft.count + 1))
        let (mine, next) = (reading(&random), reading(&random))
        switch random.below(16) {
        case 0, 1: try draft.insert(mine, at: other)
        case 2: try draft.insert(contentsOf: readings(&random), at: other)
        case 3: try draft.append(contentsOf: readings(&random))
        case 4: draft.upsert(mine)
        case 5: try draft.update(mine)
        case 6: try draft.update(id: mine.id) { $0 = next }
        case 7: try draft.remove(id: mine.id)
        case 8: try draft.remove(at: place)
        case 9: try draft.move(id: mine.id, to: place)
        case 10: try draft.move(id: mine.id, before: next.id)
        case 11: try draft.move(id: mine.id, after: next.id)
        case 12: try draft.replaceSubrange(min(place, other)..<max(place, other), with: readings(&random))
        case 13: try draft.replaceAll(with: draft.snapshot.shuffled(using: &random))
        case 14: try draft.replaceAll(with: draft.snapshot.dropFirst(2) + readings(&random))
        default:
            try draft.transaction { draft in
                try? draft.append(mine)
                if draft.count > 0 { try draft.remove(at: 0) }
                try draft.append(next)
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: sections with NaN in ids and values are compared as sections without`(seed: UInt64) throws {
        typealias Readings = SectionedSnapshot<Reading, Reading>
        var random = Random(seed: seed)
        func reading(_ id: Int, _ random: inout Random) -> Reading {
            Reading(
                id == 0 ? .nan : Double(id),
                random.below(3) == 0 ? Reading.nan(random.below(3)) : Double(random.below(3)))
        }
        func sections(_ random: inout Random) -> [ItemSection<Reading, Reading>] {
            var ids = Array((0..<60).shuffled(using: &random).prefix(random.below(60)))
            return (0..<8).shuffled(using: &random).prefix(random.below(8)).map { section in
                let count = random.below(12)
                let items = ids.prefix(count).map { reading($0, &random) }
                ids.removeFirst(min(count, ids.count))
                return ItemSection(reading(section, &random), items: items)
            }
        }
        var draft = try SectionedDraft(sections(&random))
        for step in 0..<12 {
            let before = draft.snapshot
            try draft.replaceAll(with: sections(&random))
            if let nan = draft.path(of: .nan) {
                #expect(draft[nan]?.id.isNaN == true)
                try draft.updateItem(id: .nan) { $0.value = 5 }
                try draft.moveItem(id: .nan, toSection: draft[section: 0]?.id ?? .nan, at: 0)
            }
            if let position = draft.sectionPosition(of: .nan) {
                try draft.updateSection(id: .nan) { $0.value = 7 }
                try draft.moveSection(id: .nan, to: 0)
                #expect(draft.sectionPosition(of: .nan) == 0 && position < draft.count)
            }
            let label = "seed \(seed), step \(step)"
            for after in [
                draft.snapshot, try Readings(draft.snapshot.map { ItemSection($0.header, items: Array($0.items)) }),
            ] {
                let (old, new) = (Self.rows(before.content), Self.rows(after.content))
                if let fault = Oracle.violations(of: after.changes(from: before), from: old, to: new).first {
                    Issue.record("\(label): \(fault)")
                }
                guard let update = Update(from: before, to: after) else { continue }
                var content = before.content
                try update.apply(to: &content)
                #expect(Self.rows(content) == new, "\(label)")
                var edited = try SectionedDraft(before)
                for edit in update.steps { try edited.apply(edit) }
                #expect(edited.snapshot == after, "\(label)")
                #expect(update.stages.last?.after == after, "\(label)")
                let decoded = try Self.decoded(update)
                #expect(Self.ids(decoded.after.content) == Self.ids(after.content), "\(label)")
            }
        }
        draft.removeAll()
        #expect(draft.indexedIDCounts == (0, 0))
    }

    private static func rows(_ sections: [ItemSection<Reading, Reading>]) -> [DataSourcesTesting.PlainSection<Row, Row>]
    {
        sections.map { .init($0.header.row, $0.items.map(\.row)) }
    }

    private static func ids(_ sections: [ItemSection<Reading, Reading>]) -> [[Int]] {
        sections.map { [$0.header.row.id] + $0.items.map(\.row.id) }
    }

    // MARK: Updates

    @Test func `law 15: an update with NaN can be applied, followed and decoded`() throws {
        typealias Readings = ListSnapshot<Reading>
        let one = try Readings([Reading(1), Reading(.nan, 3), Reading(2, Reading.nan(1)), Reading(4, .nan)])
        let two = try Readings([Reading(2, Reading.nan(2)), Reading(.nan, 4), Reading(5, .nan), Reading(4, .nan)])
        let update = try #require(Update(from: one, to: two))
        #expect(Set(update.changes.updates.map(\.after)) == [0, 1])
        let decoded = try Self.decoded(update)
        #expect(decoded.changes == update.changes)
        // The codec knows one NaN only: the states fit, although bits differ.
        #expect(try decoded.applied(to: one).count == 4)
        #expect(throws: UpdateError.self) { try update.applied(to: two) }
        let strangers = try Readings([Reading(1), Reading(.nan, 3), Reading(2, 8), Reading(4, .nan)])
        #expect(throws: UpdateError.self) { try update.applied(to: strangers) }
        let back = try #require(Update(from: decoded.after, to: one))
        #expect(throws: Never.self) { try update.followed(by: back) }

        let value = try #require(Update(from: ValueSnapshot(Double.nan), to: ValueSnapshot(Reading.nan(3))))
        var content: Double? = Reading.nan(9)
        try value.apply(to: &content)
        #expect(content?.bitPattern == Reading.nan(3).bitPattern)
        content = 1
        #expect(throws: UpdateError.self) { try value.apply(to: &content) }
        #expect(Update(from: ValueSnapshot(Double.nan), to: ValueSnapshot(Double.nan)) == nil)
        #expect(ValueSnapshot(Double.nan) == ValueSnapshot(Double.nan))
    }

    @Test func `law 15: NaN that a difference has not compared does not spoil a decoded update`() throws {
        // Many readings, so that most lie in leaves that both states share.
        var draft = try ListDraft((0..<500).map { Reading(Double($0), Reading.nan($0 % 5)) })
        let before = draft.snapshot
        try draft.update(id: 250) { $0.value = 1 }
        try draft.move(from: 3, to: 400)
        try draft.insert(Reading(.nan, .nan), at: 77)
        let update = try #require(Update(from: before, to: draft.snapshot))
        #expect(update.changes.updates.count == 1)
        #expect(try Self.decoded(update).changes == update.changes)
    }

    private static func decoded<Snapshot: Codable>(_ update: Update<Snapshot>) throws -> Update<Snapshot>
    where Snapshot.Content: Equatable {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "NaN")
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "∞", negativeInfinity: "-∞", nan: "NaN")
        return try decoder.decode(Update<Snapshot>.self, from: encoder.encode(update))
    }
}
