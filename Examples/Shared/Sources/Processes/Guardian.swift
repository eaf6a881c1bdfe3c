import Foundation

/// A shell that outlives this process for a moment, and so can end what this process has started.
///
/// It waits for the end of its input, which comes with the end of this process, however that was. Its methods block.
public struct Guardian {
    private let process = Process()
    private let input = Pipe()

    /// Starts a script of `sh` with arguments, in the folder `/`.
    ///
    /// - Throws: An error of Foundation if there is no shell.
    public init(_ script: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Threads of Dispatch block signals. A shell that inherits this never receives SIGCHLD, so its `wait` never ends.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    /// Writes a line to its input.
    public func tell(_ word: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
    }

    /// Ends its input, and waits until it has ended.
    public func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

// Files and processes of Foundation may be used on any thread, one after the other: owners have it under a mutex.
extension Guardian: @unchecked Sendable {}
