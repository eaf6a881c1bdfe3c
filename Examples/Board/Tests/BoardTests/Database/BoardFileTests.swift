import BoardTesting
import Foundation
import Testing

@testable import BoardKit

/// The file goes, or another one takes its name, while the server runs: nothing is said to be saved that is not.
@Suite(.timeLimit(.minutes(5))) struct BoardFileTests {
    private static let rename = #"{"id":"welcome-todo-1","title":"Renamed"}"#

    private func expectUnavailable(_ server: TestServer) async throws {
        let answer = try await server.send("rename", Self.rename)
        #expect((answer.status, answer.code) == (503, "unavailable"), "\(answer.body)")
        #expect(answer.body.contains("deleted, moved or replaced"))
        let health = try await server.request("GET", "/health")
        #expect((health.status, health.code) == (503, "unavailable"))
        // What is there can be read meanwhile.
        let board = try await server.request("GET", "/board")
        #expect(board.status == 200 && !board.body.contains("Renamed"))
        try await server.events { _ = try await $0.wholeState() }
    }

    @Test(arguments: ["", "-wal"])
    func `A file that was moved away takes commands again when it is back`(_ suffix: String) async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                let file = path + suffix
                try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
                try await expectUnavailable(server)
                try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
                let answer = try await server.send("rename", Self.rename, key: "k")
                #expect(answer.status == 200)
                let health = try await server.request("GET", "/health")
                #expect(health.status == 200)
            }
            try await TestServer.run(path) { server in
                let board = try await server.request("GET", "/board")
                #expect(board.body.contains("Renamed"))
            }
        }
    }

    @Test func `After a deletion or a replacement commands wait for the next server, which has the new file`()
        async throws
    {
        try await withTemporaryFile { path in
            let other = path + ".other"
            try await BoardDatabase(path: other).close()
            for replaces in [false, true] {
                try await TestServer.run(path) { server in
                    try FileManager.default.removeItem(atPath: path)
                    if replaces { try FileManager.default.copyItem(atPath: other, toPath: path) }
                    try await expectUnavailable(server)
                }
                for rest in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + rest) }
                try await TestServer.run(path) { server in
                    let answer = try await server.send("rename", Self.rename)
                    #expect(answer.status == 200)
                }
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test func `A file that is overwritten in place harms no request`() async throws {
        try await withTemporaryFile { path in
            try await TestServer.run(path) { server in
                for number in 0..<200 {
                    _ = try await server.send("add", #"{"id":"c\#(number)","column":"todo","title":"t"}"#)
                }
                let handle = try FileHandle(forWritingTo: URL(filePath: path))
                try handle.write(contentsOf: Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
                try handle.truncate(atOffset: 10_000)
                try handle.close()
                for number in 0..<50 {
                    let answer = try await server.send("rename", #"{"id":"c\#(number)","title":"\#(number)"}"#)
                    #expect([200, 409, 503].contains(answer.status), "\(answer.body)")
                }
                let board = try await server.request("GET", "/board")
                #expect(board.status == 200)
            }
        }
    }
}
