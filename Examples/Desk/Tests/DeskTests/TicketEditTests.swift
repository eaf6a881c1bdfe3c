import DataSources
import Testing

@testable import Desk

struct TicketEditTests {
    @Test func `undo restores the list, and redo the edit`() throws {
        for seed in 0..<300 {
            var random = SplitMix(state: UInt64(seed))
            let before = try ListSnapshot.random(using: &random)
            let after = try before.edited(using: &random)
            let edit = TicketEdit(before: before, after: after)
            let undone = try after.edited { try edit.undo(in: &$0) }
            #expect(undone == before, "seed \(seed)")
            let redone = try undone.edited { try edit.inverted.undo(in: &$0) }
            #expect(redone == after, "seed \(seed)")
        }
    }

    @Test func `undo leaves what others have done since`() throws {
        let before = ListSnapshot(try ListDraft(Ticket.samples(5)))
        let after = try before.edited { try $0.remove(id: 3) }
        let others = try after.edited {
            try $0.insert(Ticket(id: 90, title: "theirs"), at: 0)
            try $0.update(id: 5) { $0.title = "renamed" }
            try $0.remove(id: 1)
        }
        let undone = try others.edited { try TicketEdit(before: before, after: after).undo(in: &$0) }
        #expect(undone.map(\.id) == [90, 2, 3, 4, 5])
        #expect(undone[id: 5]?.title == "renamed")
    }

    @Test func `undo does not bring back a ticket that moved and was then removed by others`() throws {
        let before = ListSnapshot(try ListDraft(Ticket.samples(3)))
        let after = try before.edited { try $0.move(id: 1, to: 2) }
        let others = try after.edited { try $0.remove(id: 1) }
        let undone = try others.edited { try TicketEdit(before: before, after: after).undo(in: &$0) }
        #expect(undone.map(\.id) == [2, 3])
    }
}

struct PlacementTests {
    private func ids(_ placement: Placement, _ moving: [Int], changesState: Bool = false) throws -> [Int] {
        let draft = try ListDraft([1, 2, 3, 4, 5].map { Ticket(id: $0, title: "", state: $0 < 4 ? .todo : .done) })
        return try ListSnapshot(draft).edited { try $0.place(moving, placement, changesState: changesState) }.map(\.id)
    }

    @Test func `tickets go before or after another, in their order`() throws {
        #expect(try ids(.before(2), [4, 5]) == [1, 4, 5, 2, 3])
        #expect(try ids(.after(2), [4, 5]) == [1, 2, 4, 5, 3])
        #expect(try ids(.after(5), [1, 3]) == [2, 4, 5, 1, 3])
    }

    @Test func `a ticket beside itself stays, and the others go beside it`() throws {
        #expect(try ids(.before(2), [2]) == [1, 2, 3, 4, 5])
        #expect(try ids(.before(3), [3, 5]) == [1, 2, 5, 3, 4])
    }

    @Test func `tickets that no longer exist, as the moved one or the other, change nothing`() throws {
        #expect(try ids(.before(99), [1]) == [1, 2, 3, 4, 5])
        #expect(try ids(.after(1), [98, 99]) == [1, 2, 3, 4, 5])
    }

    @Test func `the start and the end of a column`() throws {
        #expect(try ids(.start(.done), [1], changesState: true) == [2, 3, 1, 4, 5])
        #expect(try ids(.end(.todo), [5], changesState: true) == [1, 2, 3, 5, 4])
        #expect(try ids(.start(.doing), [2], changesState: true) == [1, 2, 3, 4, 5])
    }

    @Test func `a place on the board decides the state`() throws {
        let before = ListSnapshot(try ListDraft([Ticket(id: 1, title: ""), Ticket(id: 2, title: "", state: .done)]))
        let moved = try before.edited { try $0.place([1], .after(2), changesState: true) }
        #expect(moved[id: 1]?.state == .done)
        let emptied = try before.edited { try $0.place([1], .start(.doing), changesState: true) }
        #expect(emptied[id: 1]?.state == .doing)
    }
}
