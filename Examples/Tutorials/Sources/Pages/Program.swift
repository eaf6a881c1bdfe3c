public import Foundation

/// A program of the package that the tests belong to, in a process of its own.
public enum Program {
    /// Where the programs have been built: beside the tests.
    public static var folder: URL { URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent() }

    /// What a program prints until it ends.
    ///
    /// - Parameters:
    ///   - path: The program's path; a name without a folder is one of the package.
    ///   - arguments: The arguments.
    ///   - environment: What is added to the environment.
    /// - Returns: Its standard output.
    /// - Throws: ``ProgramFailure`` if it fails; when it cannot be started.
    public static func output(
        of path: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> String {
        let process = process(path, arguments, environment: environment)
        let output = Pipe()
        process.standardOutput = output
        return try await blocking {
            try process.run()
            let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
            process.waitUntilExit()
            if process.terminationStatus != 0 { throw ProgramFailure(path: path, code: process.terminationStatus) }
            return text
        }
    }

    /// A process that has not been started.
    public static func process(
        _ path: String, _ arguments: [String], environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = path.contains("/") ? URL(filePath: path) : folder.appending(path: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return process
    }

    /// Runs what blocks on a thread that is not one of Swift's pool.
    public static func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}

/// A program has ended with an exit code that is not 0.
public struct ProgramFailure: Error {
    /// The program.
    public let path: String
    /// The exit code.
    public let code: Int32
}
