import Foundation
import Pages
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChoreReplicaTests {
    /// The program with a socket in a folder of its own, and with lines that are written at once.
    private func start(_ role: String, in folder: URL) throws -> RunningProgram {
        let program = Program.folder.appending(path: "ChoreReplica").path
        return try RunningProgram(
            "/usr/bin/env", ["stdbuf", "-oL", program, role], environment: ["TMPDIR": folder.path])
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replica-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func `what is typed into one process is printed by the other one, as on the page`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var server = try start("serve", in: folder)
        #expect(await server.printed("Type chores"))
        var follower = try start("follow", in: folder)
        #expect(await follower.printed("plants"))
        try server.type("Buy milk")
        #expect(await follower.printed("milk"))
        try server.type("Sweep the floor")
        #expect(await follower.printed("floor"))
        try server.endInput()
        #expect(await server.ended() == 0)
        #expect(await follower.ended() == 0)
        #expect(try Page("TutorialReplica").blocks("") == [follower.text])
    }

    @Test func `a replica keeps its state without the source, and shows the next source`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var server = try start("serve", in: folder)
        #expect(await server.printed("Type chores"))
        var follower = try start("follow", in: folder)
        #expect(await follower.printed("plants"))
        try server.type("Buy milk")
        #expect(await follower.printed("milk"))
        server.interrupt()
        _ = await server.ended()
        #expect(await follower.printed("offline, with 2 chores"))
        server = try start("serve", in: folder)
        #expect(await follower.printed("chores\n[\"Water the plants\"]"))
        try server.endInput()
        #expect(await server.ended() == 0)
        #expect(await follower.ended() == 0)
    }

    @Test func `without a role it prints its usage`() async throws {
        let usage = "usage: ChoreReplica serve | ChoreReplica follow\n"
        #expect(try await Program.output(of: "ChoreReplica", ["--help"]) == usage)
    }
}
