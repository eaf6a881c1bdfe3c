import DataSources
import DataSourcesViews
import Foundation
import StaffModel
import Testing

/// Reordering, and taking it back.
@MainActor
struct MoveTests {
    /// What `move(fromOffsets:toOffset:)` of SwiftUI does.
    private func moved(_ ids: [String], _ offsets: IndexSet, _ gap: Int) -> [String] {
        let (before, behind) = (ids.indices.filter { $0 < gap }, ids.indices.filter { $0 >= gap })
        let order = before.filter { !offsets.contains($0) } + Array(offsets) + behind.filter { !offsets.contains($0) }
        return order.map { ids[$0] }
    }

    @Test func `all moves in a department are those of SwiftUI, and undo takes them back`() throws {
        try Stage.run { stage in
            let people = ["ada", "bob", "cem", "dora"]
            for choice in 0..<16 {
                for gap in 0...4 {
                    let offsets = IndexSet(people.indices.filter { choice >> $0 & 1 == 1 })
                    stage.screen.move(offsets, to: gap, in: "bakery")
                    await stage.settle()
                    let expected = moved(people, offsets, gap)
                    #expect(stage.shown["bakery"] == expected, "\(offsets) to \(gap)")
                    #expect(stage.served["bakery"] == expected, "\(offsets) to \(gap)")
                    guard expected != people else { continue }
                    stage.screen.undo()
                    await stage.settle()
                    #expect(stage.served == StaffSnapshot.samples.ids, "\(offsets) to \(gap), undone")
                }
            }
        }
    }

    @Test func `offsets that are not there move nothing`() throws {
        try Stage.run { stage in
            stage.screen.move([7], to: 0, in: "bakery")
            stage.screen.move([0], to: 9, in: "bakery")
            stage.screen.move([0], to: -1, in: "bakery")
            stage.screen.move([0], to: 1, in: "cellar")
            stage.screen.move(["ada"], to: "cellar")
            stage.screen.move([], to: "shop")
            await stage.settle()
            #expect(stage.shown == StaffSnapshot.samples.ids)
            #expect(stage.screen.waiting == 0)
        }
    }

    @Test func `people of several departments go to another one in their order, and back`() throws {
        try Stage.run { stage in
            stage.screen.move(["gus", "ada", "bob", "ivo"], to: "office")
            await stage.settle()
            #expect(stage.served["office"] == ["hana", "ada", "bob", "gus", "ivo"])
            #expect(stage.shown["bakery"] == ["cem", "dora"])
            stage.screen.undo()
            await stage.settle()
            #expect(stage.served == StaffSnapshot.samples.ids)
            stage.screen.redo()
            await stage.settle()
            #expect(stage.shown["office"] == ["hana", "ada", "bob", "gus", "ivo"])
        }
    }

    @Test func `a move goes behind its neighbour, wherever that is now`() throws {
        try Stage.run { stage in
            await stage.server.setReachable(false)
            await stage.settle()
            stage.screen.move([3], to: 1, in: "bakery")
            await stage.settle()
            #expect(stage.shown["bakery"] == ["ada", "dora", "bob", "cem"])
            try await stage.server.staff.transaction { staff in
                try staff.moveItems(ids: ["ada"], toSection: "bakery")
                try staff.insertItem(Person(id: "eva", name: "Eva", role: "Baker"), before: "bob")
            }
            await stage.server.setReachable(true)
            stage.screen.connect()
            await stage.settle()
            #expect(stage.served["bakery"] == ["eva", "bob", "cem", "ada", "dora"])
            #expect(stage.shown == stage.served)
        }
    }

    @Test func `hiring and dismissing are taken back, with the place`() throws {
        try Stage.run { stage in
            stage.screen.dismiss(["bob", "cem", "fay"])
            await stage.settle()
            #expect(stage.served["bakery"] == ["ada", "dora"])
            stage.screen.hire("Zoe", as: "Driver", in: "delivery")
            await stage.settle()
            #expect(stage.served["delivery"]?.count == 1)
            stage.screen.undo()
            stage.screen.undo()
            await stage.settle()
            #expect(stage.served == StaffSnapshot.samples.ids)
            #expect(!stage.screen.canUndo)
            stage.screen.redo()
            stage.screen.redo()
            #expect(!stage.screen.canRedo)
            await stage.settle()
            #expect(stage.served["bakery"] == ["ada", "dora"])
            #expect(stage.served["delivery"]?.count == 1)
        }
    }

    @Test func `undo leaves alone what others have changed`() throws {
        try Stage.run { stage in
            let ada = try #require(stage.screen.people?[id: "ada"]?.value)
            var renamed = ada
            renamed.name = "Adele"
            stage.screen.change(from: ada, to: renamed)
            await stage.settle()
            try await stage.server.staff.updateItem(id: "ada") { $0.role = "Manager" }
            await stage.settle()
            stage.screen.undo()
            await stage.settle()
            let now = Person(id: "ada", name: "Ada", role: "Manager")
            #expect(stage.server.staff.hub.snapshot[id: "ada"] == now)
            #expect(stage.screen.people?[id: "ada"]?.value == now)
        }
    }
}
