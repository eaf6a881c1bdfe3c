import DataSources
import DataSourcesTesting
import Testing

struct UpdateStepsTests {
    private func steps(_ before: [Row], _ after: [Row]) throws -> [ListStep<Row>] {
        try #require(Update(from: ListSnapshot(before), to: ListSnapshot(after))).steps
    }

    private func steps(_ before: [PlainSection], _ after: [PlainSection]) throws -> [SectionedStep<Heading, Row>] {
        try #require(Update(from: SectionedSnapshot(plain: before), to: SectionedSnapshot(plain: after))).steps
    }

    // MARK: Lists

    @Test func `removals come first and back to front, content comes last`() throws {
        let steps = try steps([Row(0), Row(1), Row(2), Row(3)], [Row(4), Row(3, 1), Row(1)])
        #expect(steps.prefix(2) == [.remove(at: 2), .remove(at: 0)])
        #expect(steps.contains(.insert(Row(4), at: 0)))
        #expect(steps.last == .update(Row(3, 1), at: 1))
    }

    @Test func `one row that moves is one step to its final place`() throws {
        let rows = (0..<6).map { Row($0) }
        #expect(try steps(rows, [1, 2, 3, 4, 0, 5].map { Row($0) }) == [.move(from: 0, to: 4)])
        #expect(try steps(rows, [4, 0, 1, 2, 3, 5].map { Row($0) }) == [.move(from: 4, to: 0)])
    }

    @Test func `a block that moves is a step for each of its rows`() throws {
        let steps = try steps((0..<6).map { Row($0) }, [2, 3, 4, 5, 0, 1].map { Row($0) })
        #expect(steps == [.move(from: 0, to: 5), .move(from: 0, to: 5)])
    }

    @Test func `a list that fills and empties is only inserted and removed`() throws {
        let rows = (0..<3).map { Row($0) }
        #expect(try steps([], rows) == [.insert(Row(0), at: 0), .insert(Row(1), at: 1), .insert(Row(2), at: 2)])
        #expect(try steps(rows, []) == [.remove(at: 2), .remove(at: 1), .remove(at: 0)])
    }

    // MARK: Sections

    @Test func `an inserted section comes with the rows that are only in it`() throws {
        let before = [PlainSection(Heading(0), [Row(0), Row(1)])]
        let after = [PlainSection(Heading(1), [Row(2), Row(0)]), PlainSection(Heading(0), [Row(1)])]
        let expected: [SectionedStep<Heading, Row>] = [
            .insertSection(ItemSection(Heading(1), items: [Row(2)]), at: 0),
            .moveItem(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 1)),
        ]
        #expect(try steps(before, after) == expected)
    }

    @Test func `a deleted section goes after the rows that live on have left it`() throws {
        let before = [PlainSection(Heading(0), [Row(0), Row(1)]), PlainSection(Heading(1), [Row(2)])]
        let after = [PlainSection(Heading(1), [Row(2), Row(1)])]
        let expected: [SectionedStep<Heading, Row>] = [
            .moveItem(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 1)),
            .removeSection(at: 0),
        ]
        #expect(try steps(before, after) == expected)
    }

    @Test func `headers and rows get their content at their final places`() throws {
        let before = [PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(1)])]
        let after = [PlainSection(Heading(1, 1), [Row(1, 1)]), PlainSection(Heading(0), [Row(0)])]
        let steps = try steps(before, after)
        #expect(steps.count == 3)
        #expect(
            steps.suffix(2) == [
                .updateSection(Heading(1, 1), at: 0), .updateItem(Row(1, 1), at: ItemPath(section: 0, item: 0)),
            ])
    }
}
