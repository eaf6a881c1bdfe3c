import DataSourcesPostgreSQL
import Foundation

/// The follower in a process of its own, as the check sees it.
actor FollowerProcess {
    private let arguments: [String]
    private let output: URL
    private var process: Process?
    private var input: Pipe?

    /// - Parameters:
    ///   - arguments: The command line, from `follow` on.
    ///   - folder: Where its output is kept.
    /// - Throws: An error of the file system.
    init(_ arguments: [String], in folder: URL) throws {
        self.arguments = arguments
        output = folder.appending(path: "follower.txt")
        try Data().write(to: output)
    }

    func start() throws {
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
        process.arguments = arguments
        process.standardInput = input
        let file = try FileHandle(forWritingTo: output)
        try file.seekToEnd()
        process.standardOutput = file
        try process.run()
        (self.process, self.input) = (process, input)
    }

    /// Ends it as a crash does.
    func kill() {
        guard let process else { return }
        _ = endNow(process.processIdentifier)
        process.waitUntilExit()
    }

    /// Waits until it has everything up to a position.
    ///
    /// - Returns: What it has printed.
    func finish(at position: LogPosition, within timeout: Duration) async throws -> [String] {
        try input?.fileHandleForWriting.write(contentsOf: Data("finish \(position)\n".utf8))
        let deadline = ContinuousClock.now + timeout
        while process?.isRunning == true, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        kill()
        return lines
    }

    var lines: [String] {
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}

private func endNow(_ process: Int32) -> Int32 { kill(process, SIGKILL) }
