import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Rows that keep their identity whatever they refer to.
struct JoinToOneTests {
    private func updates(_ positions: Int...) -> ListChanges {
        ListChanges(updates: PositionPairs(positions.map { PositionPair(before: $0, after: $0) }))
    }

    private static func reference(_ row: Row) -> Int? { row.value == 5 ? nil : row.value + 1 }

    @Test func `an inner join, random histories`() throws {
        try expectFollowsPair(RowListHistory.pairs(seeds(16))) {
            MatchOperator<JoinedOne<Row, Row>, Row, Row, Int?>(on: Self.reference, equals: { $0.id }, limit: 1) {
                item, matches in
                matches.first.map { JoinedOne(left: item, right: $0) }
            }
        } oracle: { left, right in
            left.compactMap { item in
                right.first { $0.id == Self.reference(item) }.map { JoinedOne(left: item, right: $0) }
            }
        }
    }

    @Test func `a left join, random histories`() throws {
        try expectFollowsPair(RowListHistory.pairs(seeds(16))) {
            MatchOperator<LeftJoinedOne<Row, Row>, Row, Row, Int?>(on: Self.reference, equals: { $0.id }, limit: 1) {
                item, matches in
                LeftJoinedOne(left: item, right: matches.first)
            }
        } oracle: { left, right in
            left.map { item in LeftJoinedOne(left: item, right: right.first { $0.id == Self.reference(item) }) }
        }
    }

    @Test func `another reference is an update of the same row`() async throws {
        let staff = try ListSource([Row(1, 10), Row(2, 11), Row(3, 12)])
        let departments = try ListSource([Row(11, 1), Row(10, 2)])
        let placed = staff.leftJoined(toOne: departments, on: \.value)
        let subscription = await placed.subscribe()
        #expect(subscription.snapshot.map { $0.right?.id } == [10, 11, nil])
        try await staff.update(id: 1) { $0.value = 11 }
        let moved = try #require(await subscription.next())
        #expect(moved.changes == updates(0) && moved.after[0]?.right?.id == 11)
        try await departments.append(Row(12))
        #expect(await subscription.next()?.changes == updates(2))
        try await departments.remove(id: 11)
        #expect(await subscription.next()?.changes == updates(0, 1))
        try await departments.move(id: 12, to: 0)
        let last = await placed.snapshot
        #expect(last.isIdentical(to: subscription.snapshot))
    }

    @Test func `in an inner join, a row goes with the item that it refers to`() async throws {
        let staff = try ListSource([Row(1, 10), Row(2, 11), Row(3, 10)])
        let departments = try ListSource([Row(11), Row(10)])
        let subscription = await staff.joined(toOne: departments, on: \.value).subscribe()
        try await departments.remove(id: 10)
        #expect(await subscription.next()?.changes == ListChanges(deletions: [0, 2]))
        try await staff.update(id: 3) { $0.value = 11 }
        #expect(await subscription.next()?.changes == ListChanges(insertions: [1]))
        try await departments.update(id: 11) { $0.value = 4 }
        #expect(await subscription.next()?.changes == updates(0, 1))
    }
}
