import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 16 for a source that goes on from a version of an earlier one.
struct TakeOverTests {
    private struct Item: Identifiable, Equatable, Sendable {
        let id: Int
        var text = ""
    }

    private typealias Board = SectionedSource<Item, Item>

    private let version = Version(epoch: 7, number: 41)

    @Test func `versions go on in the same epoch`() async throws {
        let list = try ListSource([Item(id: 1)], at: version)
        #expect(list.hub.version == version && list.snapshot.version == version)
        #expect(list.snapshot.map(\.id) == [1])
        #expect(try await list.transaction { _ in } == version)
        let next = try await list.append(Item(id: 2))
        #expect(next == Version(epoch: 7, number: 42) && list.snapshot.version == next)

        let board = try Board([ItemSection(Item(id: 1), items: [Item(id: 9)])], at: version)
        #expect(board.hub.version == version && board.snapshot.version == version)
        let edited = try await board.transaction { try $0.updateItem(id: 9) { $0.text = "new" } }
        #expect(edited == Version(epoch: 7, number: 42) && board.snapshot.version == edited)
    }

    @Test func `subscribers and settlements go on from it`() async throws {
        let list = try ListSource([Item(id: 1)], at: version)
        let subscription = list.subscribe()
        #expect(subscription.lag == 0)
        // Versions that the earlier source had.
        await list.settled(at: Version(epoch: 7, number: 1))
        await list.settled(at: version)
        // A state that was one of the earlier source.
        let former = try ListSource([Item(id: 5)], at: Version(epoch: 7, number: 40)).snapshot
        let late = list.hub.subscribe(since: former)
        #expect(late.lag == 1)
        let update = try #require(await late.next())
        #expect(update.before == former && update.after == list.snapshot)
        // The same version and another content: a version proves nothing.
        let forged = try ListSource([Item(id: 6)], at: version).snapshot
        #expect(await list.hub.subscribe(since: forged).next()?.after == list.snapshot)
        try await list.append(Item(id: 2))
        try await list.append(Item(id: 3))
        #expect(subscription.lag == 2)
        #expect(await subscription.next()?.after.map(\.id) == [1, 2, 3])
    }

    @Test func `sources of a group that go on share transactions`() async throws {
        let group = SourceGroup()
        let first = try ListSource([Item(id: 1)], at: version, in: group)
        let second = try ListSource([Item(id: 2)], at: Version(epoch: 8, number: 5), in: group)
        _ = try await transaction(over: first, second) { first, second in
            try first.append(Item(id: 3))
            try second.append(Item(id: 4))
        }
        #expect(first.hub.version.number == 42 && second.hub.version.number == 6)
    }

    @Test(arguments: [0, UInt64(Int64.max) + 1, .max - 1, .max])
    func `law 15: numbers that a source cannot count on from are refused`(number: UInt64) async throws {
        let version = Version(epoch: 7, number: number)
        let list = #expect(throws: EditError.self) { try ListSource([Item(id: 1)], at: version) }
        let board = #expect(throws: EditError.self) {
            try Board([ItemSection(Item(id: 1), items: [])], at: version)
        }
        for error in [list, board] {
            #expect(error?.code == .positionOutOfRange && error?.message.contains("\(number)") == true)
        }
        #expect(SnapshotHub(ListSnapshot<Item>(), at: version) == nil)
    }

    @Test(arguments: [1, UInt64(Int64.max)])
    func `law 15: all other numbers are taken, with any epoch`(number: UInt64) async throws {
        for epoch in [0, 1, UInt64.max] {
            let list = try ListSource([Item(id: 1)], at: Version(epoch: epoch, number: number))
            #expect(try await list.append(Item(id: 2)) == Version(epoch: epoch, number: number + 1))
            let mapped = list.filter { $0.id > 1 }
            #expect(await mapped.snapshot.map(\.id) == [2])
            try await list.append(Item(id: 3))
            await list.finish()
            #expect(list.hub.isFinished && list.snapshot.count == 3)
        }
    }

    @Test func `duplicate ids are refused first`() {
        #expect(throws: EditError.self) { try ListSource([Item(id: 1), Item(id: 1)], at: version) }
    }
}
