import Foundation

/// A relay in a process of its own: this program, started once more.
// Used by one task.
struct FollowingProcess: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe(), output = Pipe()

    /// Starts it, and waits until it has the state of the source.
    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
        process.arguments = arguments
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    /// Waits until it says that it has a state; it blocks.
    func waitUntilReady() throws {
        let said = output.fileHandleForReading.availableData
        guard !said.isEmpty else { throw BenchmarkError("a relay's process has ended before it had a state") }
    }

    /// Ends it: it goes with its input.
    func end() {
        try? input.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
    }
}

/// Why something could not be measured.
public struct BenchmarkError: Error, CustomStringConvertible {
    /// What went wrong, and where.
    public let description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
