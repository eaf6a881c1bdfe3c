import Dispatch
import Foundation
import Processes

/// A program that can be measured: it prints its address as the last word of its first line.
enum ServiceProgram: Sendable {
    /// The program, and the milliseconds between two frames to a stream; `nil` for the program's own choice.
    case board(String, interval: Int?)
    case obvious(ObviousService.Kind)

    var name: String {
        switch self {
        case .board: "Board"
        case .obvious(.wholeList): "whole list as JSON"
        case .obvious(.changes): "AsyncStream of changes"
        }
    }

    /// Whether it makes frames of the wire, which can be decoded.
    var hasFrames: Bool {
        if case .board = self { true } else { false }
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - folder: Where it keeps its file.
    ///   - streams: How many streams it must be able to have.
    ///   - port: The port; 0 for any.
    /// - Returns: The service, which answers.
    /// - Throws: ``LoadError`` if it does not start.
    func start(in folder: URL, streams: Int, port: Int = 0) async throws -> RunningService {
        let process = Process()
        switch self {
        case .board(let path, let interval):
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = [
                "--port", "\(port)", "--connections", "\(streams + 1_000)", "--log-level", "error",
                "--commands", "1000000", "--streams", "\(streams + 1_000)",
                "--database", folder.appending(path: "board.sqlite").path,
            ]
            if let interval { process.arguments? += ["--interval", "\(interval)"] }
        case .obvious(let kind):
            process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? "")
            process.arguments = ["--serve", kind.rawValue]
        }
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw LoadError("\(name) cannot be started: \(error)")
        }
        // Ends it if this program is killed.
        let guardian = try Guardian(
            #"read -r line || { kill -KILL "$1"; rm -rf "$2"; }"#, ["\(process.processIdentifier)", folder.path])
        let reading = output.fileHandleForReading
        let line = try await within(20, "starting \(name)") {
            await withCheckedContinuation { continuation in
                // Blocks until there is a line, or the program has ended.
                DispatchQueue.global().async {
                    var line = Data()
                    while !line.contains(10), case let part = reading.availableData, !part.isEmpty { line += part }
                    continuation.resume(returning: String(decoding: line.prefix { $0 != 10 }, as: UTF8.self))
                }
            }
        }
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw LoadError("\(name) prints no address: \(line)")
        }
        return RunningService(
            process: process, guardian: guardian, address: ServerAddress(host: "127.0.0.1", port: port))
    }
}

/// A program that runs.
struct RunningService: @unchecked Sendable {
    // `Process` is no Sendable. It is used by one task at a time.
    private let process: Process
    private let guardian: Guardian
    let address: ServerAddress

    init(process: Process, guardian: Guardian, address: ServerAddress) {
        (self.process, self.guardian, self.address) = (process, guardian, address)
    }

    /// What it uses.
    var figures: ProcessFigures { ProcessFigures(process.processIdentifier) }

    /// Ends it at once, as a crash does.
    func kill() {
        endNow(process.processIdentifier)
        process.waitUntilExit()
        dismissGuardian()
    }

    /// Asks it to end, and waits for that.
    ///
    /// - Throws: ``LoadError`` if it does not end, or not as it should.
    func stop() async throws {
        process.terminate()
        for _ in 0..<200 where process.isRunning { try await Task.sleep(for: .milliseconds(50)) }
        if process.isRunning {
            kill()
            throw LoadError("the service has not ended 10 seconds after SIGTERM")
        }
        dismissGuardian()
    }

    private func dismissGuardian() {
        guardian.tell("ended")
        guardian.end()
    }
}

/// Calls a closure with a new folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "board-load-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

private func endNow(_ process: Int32) { _ = kill(process, SIGKILL) }
