import DataSources
import DataSourcesWire
import Foundation
import StaffModel
import Testing

/// Saved files that cannot be used: they are never shown, and the list is loaded again.
@MainActor
struct SavedFileTests {
    private func lists(_ stage: Stage) -> URL { stage.folder.appending(path: "staff.list") }

    /// Ends the app, changes its file, and starts it again without a server.
    private func relaunch(_ stage: Stage, with content: Data) async throws {
        await stage.quit()
        try content.write(to: lists(stage))
        await stage.server.setReachable(false)
        await stage.launch()
    }

    @Test func `one changed byte anywhere is noticed`() throws {
        try Stage.run { stage in
            let file = try Data(contentsOf: lists(stage))
            for index in stride(from: 0, to: file.count, by: 5) {
                var damaged = file
                damaged[index] ^= 1
                try await relaunch(stage, with: damaged)
                #expect(stage.shown == [:], "byte \(index)")
                #expect(stage.screen.problem != nil, "byte \(index)")
            }
            try await relaunch(stage, with: file)
            #expect(stage.shown == StaffSnapshot.samples.ids)
            #expect(stage.screen.problem == nil)
        }
    }

    @Test func `a file that was cut is noticed`() throws {
        try Stage.run { stage in
            let file = try Data(contentsOf: lists(stage))
            for count in [0, 1, 10, file.count / 2, file.count - 1] {
                try await relaunch(stage, with: file.prefix(count))
                #expect(stage.shown == [:], "\(count) bytes")
                #expect(stage.screen.problem != nil, "\(count) bytes")
            }
        }
    }

    @Test func `a file of another version is not read, and replaced when the server answers`() throws {
        try Stage.run { stage in
            var text = try String(contentsOf: lists(stage), encoding: .utf8)
            text.replace("staff 1 ", with: "staff 2 ", maxReplacements: 1)
            try await relaunch(stage, with: Data(text.utf8))
            #expect(stage.shown == [:])
            #expect(try #require(stage.screen.problem).contains("version 2"))
            await stage.server.setReachable(true)
            stage.screen.connect()
            await stage.settle()
            #expect(stage.shown == StaffSnapshot.samples.ids)
            #expect(stage.line.wholeStates == 2)
            await stage.quit()
            await stage.server.setReachable(false)
            await stage.launch()
            #expect(stage.shown == StaffSnapshot.samples.ids)
            #expect(stage.screen.problem == nil)
        }
    }

    @Test func `waiting edits that cannot be read are reported, and the list is shown`() throws {
        try Stage.run { stage in
            await stage.server.setReachable(false)
            await stage.settle()
            stage.screen.hire("Zoe", as: "Driver", in: "delivery")
            await stage.settle()
            await stage.quit()
            try Data("nonsense".utf8).write(to: stage.folder.appending(path: "staff.commands"))
            await stage.launch()
            #expect(try #require(stage.screen.problem).contains("are lost"))
            #expect(stage.screen.waiting == 0)
            #expect(stage.shown == StaffSnapshot.samples.ids)
        }
    }

    @Test func `a folder that cannot be written is reported, and the app works`() throws {
        try Stage.run { stage in
            await stage.quit()
            try FileManager.default.removeItem(at: stage.folder)
            try Data().write(to: stage.folder)
            await stage.launch()
            stage.screen.hire("Zoe", as: "Driver", in: "delivery")
            await stage.settle()
            #expect(stage.screen.problem != nil)
            #expect(stage.served["delivery"]?.count == 1)
            #expect(stage.shown == stage.served)
        }
    }
}
