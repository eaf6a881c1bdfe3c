import DataSources
import DataSourcesViews
import DataSourcesWire
import Foundation
import StaffModel
import Testing

/// Search, order and selection.
@MainActor
struct ScreenTests {
    @Test func `the list comes from the server, by department`() throws {
        try Stage.run { stage in
            #expect(stage.screen.connection == .ready)
            #expect(stage.shown == StaffSnapshot.samples.ids)
            #expect(stage.screen.people?.sections.map(\.header.name) == ["Bakery", "Shop", "Office", "Delivery"])
        }
    }

    @Test func `the search finds names and roles, in any case`() throws {
        try Stage.run { stage in
            stage.screen.search = " aD"
            await stage.settle()
            #expect(stage.shown == ["bakery": ["ada"], "shop": [], "office": [], "delivery": []])
            stage.screen.search = "BAKER"
            await stage.settle()
            #expect(stage.shown["bakery"] == ["ada", "bob", "cem", "dora"])
            #expect(stage.shown["shop"] == [])
            stage.screen.search = ""
            await stage.settle()
            #expect(stage.shown == StaffSnapshot.samples.ids)
        }
    }

    @Test func `orders are of the screen only, and the arranged one comes back`() throws {
        try Stage.run { stage in
            stage.screen.move([0], to: 4, in: "bakery")
            await stage.settle()
            #expect(stage.shown["bakery"] == ["bob", "cem", "dora", "ada"])
            stage.screen.order = .name
            await stage.settle()
            #expect(stage.shown["bakery"] == ["ada", "bob", "cem", "dora"])
            #expect(!stage.screen.canMove)
            stage.screen.move([0], to: 4, in: "bakery")
            await stage.settle()
            #expect(stage.served["bakery"] == ["bob", "cem", "dora", "ada"])
            stage.screen.order = .arranged
            await stage.settle()
            #expect(stage.shown["bakery"] == ["bob", "cem", "dora", "ada"])
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `selected people stay selected when they move, change or are not found`(seed: UInt64) throws {
        try Stage.run(seed: seed) { stage in
            stage.screen.selection = ["ada", "fay", "ivo"]
            stage.screen.search = "fay"
            await stage.settle()
            #expect(stage.screen.selection == ["ada", "fay", "ivo"])
            stage.screen.search = ""
            try await stage.server.staff.transaction { staff in
                try staff.moveItems(ids: ["ada"], toSection: "shop")
                try staff.updateItem(id: "fay") { $0.isAway = true }
                try staff.removeItem(id: "ivo")
            }
            await stage.settle()
            #expect(stage.screen.selection == ["ada", "fay"])
            #expect(stage.shown["shop"] == ["emil", "fay", "gus", "ada"])
            stage.screen.dismiss(["fay"])
            await stage.settle()
            #expect(stage.screen.selection == ["ada"])
        }
    }

    @Test func `a row is edited in place`() throws {
        try Stage.run { stage in
            let row = try #require(stage.screen.people?[id: "ada"])
            row.isAway = true
            #expect(row.isAway)
            await stage.settle()
            #expect(stage.server.staff.hub.snapshot[id: "ada"]?.isAway == true)
            #expect(row.rejection == nil)
            stage.screen.undo()
            await stage.settle()
            #expect(!row.isAway)
        }
    }
}

extension StaffSnapshot {
    /// The state with which the server begins.
    static var samples: StaffSnapshot {
        guard let draft = try? SectionedDraft<Department, Person>(.samples as [StaffSection]) else { return .init() }
        return draft.snapshot
    }
}
