import DataSources
import Testing

struct IDCollectionTests {
    @Test func `the ids of a list are those of its items`() throws {
        let snapshot = try ListSnapshot((0..<200).map { Row($0 * 3) })
        #expect(Array(snapshot.ids) == snapshot.map(\.id))
        #expect(snapshot.ids.count == 200)
        #expect(snapshot.ids.last == 597)
        #expect(snapshot.ids.reversed().first == 597)
        #expect(snapshot.ids[snapshot.index(snapshot.startIndex, offsetBy: 5)] == 15)
        #expect(snapshot.ids.distance(from: snapshot.startIndex, to: snapshot.endIndex) == 200)
        #expect(ListSnapshot<Row>().ids.isEmpty)
    }

    @Test func `sections have ids of items and of sections`() throws {
        let sections = [PlainSection(7, [Row(1), Row(2)]), PlainSection(8), PlainSection(9, [Row(3)])]
        let snapshot = try SectionedSnapshot(plain: sections)
        #expect(Array(snapshot.ids) == [1, 2, 3])
        #expect(Array(snapshot.sectionIDs) == [7, 8, 9])
        #expect(snapshot.ids.last == 3)
        #expect(snapshot.sectionIDs.last == 9)
    }
}
