import DataSources
import DataSourcesTesting
import DataSourcesViews
import DataSourcesWire
import Foundation
import StaffModel
import Testing

/// The list without a connection, and after a restart.
@MainActor
struct OfflineTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the saved list is there at launch, edits wait, outlive the app, and arrive in their order`(
        seed: UInt64
    ) throws {
        try Stage.run(seed: seed) { stage in
            #expect(stage.line.wholeStates == 1)
            await stage.quit()
            await stage.server.setReachable(false)
            await stage.launch()
            #expect(stage.shown == StaffSnapshot.samples.ids)
            #expect(stage.screen.connection.error as? Unreachable == Unreachable())

            let ada = try #require(stage.screen.people?[id: "ada"]?.value)
            for name in ["Ada B", "Ada C", "Ada D"] {
                var new = ada
                new.name = name
                stage.screen.change(from: ada, to: new)
            }
            stage.screen.move(["ada"], to: "shop")
            await stage.settle()
            #expect(stage.screen.waiting == 4)
            #expect(stage.shown["shop"] == ["emil", "fay", "gus", "ada"])

            await stage.quit()
            await stage.launch()
            #expect(stage.screen.waiting == 4)
            #expect(stage.shown["shop"] == ["emil", "fay", "gus", "ada"])
            #expect(stage.served == StaffSnapshot.samples.ids)

            try await stage.server.staff.removeItem(id: "bob")
            await stage.server.setReachable(true)
            stage.screen.connect()
            await stage.settle()
            #expect(stage.screen.connection == .ready)
            #expect(stage.screen.waiting == 0)
            #expect(stage.served["shop"] == ["emil", "fay", "gus", "ada"])
            #expect(stage.served["bakery"] == ["cem", "dora"])
            #expect(stage.server.staff.hub.snapshot[id: "ada"]?.name == "Ada D")
            #expect(stage.shown == stage.served)
            // It has gone on from the saved state, with the difference.
            #expect(stage.line.wholeStates == 1)
            #expect(stage.screen.problem == nil)
        }
    }

    @Test func `a line that breaks is connected again by itself`() throws {
        try Stage.run { stage in
            await stage.server.setReachable(false)
            await stage.settle()
            #expect(stage.screen.connection.error as? Unreachable == Unreachable())
            #expect(stage.shown == StaffSnapshot.samples.ids)
            await stage.server.setReachable(true)
            // Virtual time: the screen waits between attempts.
            try await stage.executor.clock.sleep(for: .seconds(60))
            #expect(stage.screen.connection == .ready)
        }
    }

    @Test func `a command whose answer is lost is sent again and made once`() throws {
        try Stage.run { stage in
            stage.line.loseAnswer()
            stage.screen.hire("Zoe", as: "Driver", in: "delivery")
            try await stage.executor.clock.sleep(for: .seconds(60))
            #expect(stage.line.commands.count == 2)
            #expect(Set(stage.line.commands).count == 1)
            #expect(stage.served["delivery"]?.count == 1)
            #expect(stage.shown == stage.served)
            #expect(stage.screen.waiting == 0)
        }
    }

    @Test func `a refused edit is taken back, and the person is told`() throws {
        try Stage.run { stage in
            await stage.server.setReachable(false)
            await stage.settle()
            try await stage.server.staff.removeItem(id: "bob")
            let bob = try #require(stage.screen.people?[id: "bob"]?.value)
            var new = bob
            new.name = "Bert"
            stage.screen.change(from: bob, to: new)
            await stage.settle()
            #expect(stage.screen.people?[id: "bob"]?.name == "Bert")
            await stage.server.setReachable(true)
            stage.screen.connect()
            await stage.settle()
            #expect(stage.screen.waiting == 0)
            #expect(stage.shown["bakery"] == ["ada", "cem", "dora"])
            #expect(try #require(stage.screen.problem).hasPrefix("An edit was refused"))
            // There is nothing to take back.
            stage.screen.undo()
            await stage.settle()
            #expect(stage.screen.waiting == 0)
            #expect(!stage.screen.canUndo && !stage.screen.canRedo)
        }
    }

    @Test func `the server goes on after a restart, and so does the app`() throws {
        try Stage.run { stage in
            let file = stage.folder.appending(path: "server.list")
            let first = try await LocalServer(keepingIn: file, or: .samples)
            let running = stage.executor.start { await first.run(clock: stage.executor.clock) }
            try await first.staff.removeItem(id: "bob")
            await stage.settle()
            running.cancel()
            await stage.settle()
            let second = try await LocalServer(keepingIn: file, or: .samples)
            #expect(second.staff.hub.snapshot == first.staff.hub.snapshot)
            #expect(second.staff.hub.version == first.staff.hub.version)
        }
    }
}
