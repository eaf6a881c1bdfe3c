import DataSources
import DataSourcesTesting
import Foundation
import Testing

/// Snapshots are values: equal when what they hold is, and as good as new after a trip through an encoder.
struct SnapshotEqualityTests {
    @Test func `lists are equal when their rows are, however they came about`() throws {
        let rows = Row.range(0, 300)
        let made = try ListSnapshot(rows)
        var draft = ListDraft<Row>()
        for row in rows.reversed() { try draft.insert(row, at: 0) }
        #expect(made == draft.snapshot && made.hashValue == draft.snapshot.hashValue)
        #expect(!made.isIdentical(to: draft.snapshot))
        for offset in [0, 150, 299] {
            var other = rows
            other[offset].value = 1
            #expect(try made != ListSnapshot(other))
        }
        #expect(try made != ListSnapshot(rows.dropLast()) && made != ListSnapshot(rows + [Row(300)]))
        #expect(try made != ListSnapshot(rows.reversed()) && made != ListSnapshot())
    }

    @Test func `sections are equal when their headers and rows are`() throws {
        let model = [PlainSection(0, Row.range(0, 50)), PlainSection(1), PlainSection(2, Row.range(50, 3))]
        let snapshot = try RowSections(plain: model)
        let copy = try RowSections(plain: model)
        #expect(snapshot == copy && snapshot.hashValue == copy.hashValue && !snapshot.isIdentical(to: copy))
        var others = [model.reversed(), model.dropLast(), model + [PlainSection(3)]]
        for change in [{ $0[0].header.title = 1 }, { $0[0].items[49].value = 1 }] as [(inout [PlainSection]) -> Void] {
            var other = model
            change(&other)
            others.append(other)
        }
        // The same number of rows, the same rows, other sections.
        others.append([PlainSection(0, Row.range(0, 49)), PlainSection(1), PlainSection(2, Row.range(49, 4))])
        for other in others { #expect(try snapshot != RowSections(plain: Array(other))) }
    }

    @Test(arguments: [0, 1, 100])
    func `a list survives being encoded, as an array`(count: Int) throws {
        let list = try ListSnapshot(Row.range(0, count))
        let data = try JSONEncoder().encode(list)
        #expect(try JSONDecoder().decode(ListSnapshot<Row>.self, from: data) == list)
        #expect(try JSONDecoder().decode([Row].self, from: data) == Row.range(0, count))
    }

    @Test func `sections survive being encoded`() throws {
        let model = [PlainSection(Heading(0, 3), Row.range(0, 50)), PlainSection(1), PlainSection(2, Row.range(50, 3))]
        let snapshot = try RowSections(plain: model)
        #expect(try JSONDecoder().decode(RowSections.self, from: JSONEncoder().encode(snapshot)) == snapshot)
    }

    @Test func `a list with ids there twice is not decoded, and all of them are named`() throws {
        let data = try JSONEncoder().encode([Row(17), Row(2), Row(17), Row(39), Row(39)])
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ListSnapshot<Row>.self, from: data)
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains("17") && context.debugDescription.contains("39"))
        #expect((context.underlyingError as? EditError)?.code == .duplicateItem)
    }

    @Test(arguments: [
        [PlainSection(0, [Row(1)]), PlainSection(1, [Row(1)])], [PlainSection(0), PlainSection(0)],
        [PlainSection(0, [Row(1), Row(1)])],
    ])
    func `sections with ids there twice are not decoded`(model: [PlainSection]) throws {
        let data = try JSONEncoder().encode(model.map(\.section))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RowSections.self, from: data) }
    }

    @Test(arguments: ["", "{}", "7", "[7]", "[null]", #"[{"id": 1}]"#, #"[{"header": {"id": 1, "title": 0}}]"#])
    func `what is no snapshot is refused with an error`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RowSections.self, from: Data(json.utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ListSnapshot<Row>.self, from: Data(json.utf8)) }
    }

    @Test func `an error names ids of any type`() {
        let ids = [AnyID(1), AnyID("1"), AnyID(ItemPath(section: 0, item: 1)), AnyID(UInt8(1))]
        for (place, id) in ids.enumerated() {
            for (other, otherID) in ids.enumerated() {
                #expect((id == otherID) == (place == other), "\(place), \(other)")
            }
        }
        #expect(AnyID(1) == AnyID(1) && AnyID(1).hashValue == AnyID(1).hashValue && AnyID(1) != AnyID(2))
        #expect(AnyID("x").as(String.self) == "x" && AnyID("x").as(Int.self) == nil && AnyID(1).description == "1")
    }
}
