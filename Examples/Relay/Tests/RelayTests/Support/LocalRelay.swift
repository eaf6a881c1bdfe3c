import BoardTesting
import Foundation
import Synchronization

/// The program as a user starts it: servers, a writer and relays, each a process of its own.
final class LocalRelay: Sendable {
    /// A process of the program that serves the board.
    struct Server: BoardClient {
        let port: Int
        let process: Int32
    }

    private struct State {
        var servers: [Server] = []
        var writers: [Server] = []
        var output = ""
    }

    // Foundation's process may be used on any thread, one after the other: it is used under the mutex.
    private struct Program: @unchecked Sendable {
        let process = Process()
    }

    private let program = Mutex(Program())
    private let state = Mutex(State())
    private let ends: AsyncStream<Int32>

    /// Starts it, and waits until all its processes serve.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file of the board.
    ///   - relays: How many processes follow the board.
    ///   - arguments: More arguments.
    /// - Throws: An error of the system.
    init(in folder: URL, relays: Int = 3, _ arguments: [String] = []) async throws {
        let output = Pipe()
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        let (lines, line) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        try program.withLock { program in
            let process = program.process
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appending(path: "Relay")
            process.arguments =
                ["--port", "0", "--relays", "\(relays)", "--database", folder.appending(path: "board.sqlite").path]
                + arguments
            process.standardOutput = output
            process.terminationHandler = { process in
                end.yield(process.terminationStatus)
                end.finish()
            }
            try process.run()
        }
        output.fileHandleForReading.readabilityHandler = { [weak self] file in
            let data = file.availableData
            if data.isEmpty { file.readabilityHandler = nil }
            self?.printed(String(decoding: data, as: UTF8.self))
            line.yield()
        }
        for await _ in lines where state.withLock({ $0.servers.count == relays && $0.writers.count == 1 }) { return }
    }

    private func printed(_ text: String) {
        state.withLock { state in
            state.output += text
            while let end = state.output.firstIndex(of: "\n") {
                let line = state.output[..<end]
                if let match = line.firstMatch(of: /^(serve|writer): http:\/\/127.0.0.1:(\d+) \(process (\d+)\)$/),
                    let port = Int(match.2), let process = Int32(match.3)
                {
                    let server = Server(port: port, process: process)
                    if match.1 == "serve" { state.servers.append(server) } else { state.writers.append(server) }
                }
                state.output.removeSubrange(...end)
            }
        }
    }

    /// The processes that follow the board, those that were started last at the end.
    var servers: [Server] { state.withLock { $0.servers } }
    /// The processes that have written the board, or will.
    var writers: [Server] { state.withLock { $0.writers } }
    /// The number of the process that has started them.
    var number: Int32 { program.withLock { $0.process.processIdentifier } }

    /// Sends it a signal; returns its exit code, or the signal that has ended it.
    func end(_ signal: Int32 = SIGINT) async -> Int32? {
        kill(number, signal)
        for await code in ends { return code }
        return nil
    }

    deinit { kill(number, SIGINT) }
}

/// A folder that is removed at the end.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "relay-tests-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
