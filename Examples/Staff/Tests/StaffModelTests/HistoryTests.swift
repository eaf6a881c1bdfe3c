import DataSources
import DataSourcesTesting
import DataSourcesViews
import DataSourcesWire
import Foundation
import StaffModel
import Testing

/// Random histories: a person and a colleague edit, the line breaks, the app ends and starts again.
@MainActor
struct HistoryTests {
    @Test(arguments: 0..<15 as Range<UInt64>)
    func `after any history the app shows what the server has, in its place and order`(seed: UInt64) throws {
        try Stage.run(seed: seed) { stage in
            var random = SeededGenerator(seed: seed)
            for step in 0..<60 {
                await self.act(in: stage, step, &random)
                if Int.random(in: 0..<3, using: &random) == 0 { await stage.settle() }
            }
            await stage.server.setReachable(true)
            // Virtual time, for what waits to be tried again.
            try await stage.executor.clock.sleep(for: .seconds(60))
            #expect(stage.screen.connection == .ready)
            #expect(stage.screen.waiting == 0)
            #expect(stage.screen.replica.hub.snapshot == stage.server.staff.hub.snapshot)
            #expect(stage.shown == stage.served)
            let here = Set(stage.served.values.joined())
            #expect(stage.screen.selection.isSubset(of: here))
            // And after everything is taken back that can be.
            while stage.screen.canUndo { stage.screen.undo() }
            await stage.settle()
            #expect(stage.screen.replica.hub.snapshot == stage.server.staff.hub.snapshot)
        }
    }

    private func act(in stage: Stage, _ step: Int, _ random: inout SeededGenerator) async {
        let screen = stage.screen
        let department = ["bakery", "shop", "office", "delivery"].randomElement(using: &random)!
        let section = screen.people?[sectionID: department].map { Array($0.ids) } ?? []
        let anybody = screen.replica.hub.snapshot.items.map(\.self).randomElement(using: &random)
        let gap = Int.random(in: 0...section.count, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: screen.hire("New \(step)", as: "Trainee", in: department)
        case 1:
            guard let anybody else { return }
            var new = anybody
            new.name = "Name \(step)"
            screen.change(from: anybody, to: new)
        case 2: if let anybody { screen.people?[id: anybody.id]?.isAway.toggle() }
        case 3, 4:
            let offsets = section.indices.filter { _ in Bool.random(using: &random) }
            screen.move(IndexSet(offsets), to: gap, in: department)
        case 5: if let anybody { screen.move([anybody.id], to: department) }
        case 6: if let anybody { screen.dismiss([anybody.id]) }
        case 7: screen.undo()
        case 8: screen.redo()
        case 9: if let anybody { screen.selection.insert(anybody.id) }
        case 10: await stage.server.setReachable(Bool.random(using: &random))
        case 11:
            await stage.quit()
            await stage.launch()
        default:
            // The colleague moves or dismisses.
            let path = stage.server.staff.hub.snapshot.items.indices.randomElement(using: &random)
            guard let path, let person = stage.server.staff.hub.snapshot[path] else { return }
            if Int.random(in: 0..<4, using: &random) == 0 {
                _ = try? await stage.server.staff.removeItem(id: person.id)
            } else {
                _ = try? await stage.server.staff.moveItem(id: person.id, toSection: department, at: 0)
            }
        }
    }
}
