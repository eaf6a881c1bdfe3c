import Foundation

/// A program that has been started, whose output is read while it runs.
public struct RunningProgram {
    private let process: Process
    private let input = Pipe()
    private let chunks: AsyncStream<Data>
    private let ends: AsyncStream<Int32>
    private var bytes = Data()

    /// What it has printed, as far as it has been waited for.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's path; a name without a folder is one of the package.
    ///   - arguments: The arguments.
    ///   - environment: What is added to the environment.
    /// - Throws: When it cannot be started.
    public init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        process = Program.process(path, arguments, environment: environment)
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        (self.chunks, self.ends) = (chunks, ends)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        // Not a `readabilityHandler`: on Linux the process can crash when the file is closed right after its end.
        let file = output.fileHandleForReading
        Thread.detachNewThread {
            while case let data = file.availableData, !data.isEmpty { chunk.yield(data) }
            chunk.finish()
        }
    }

    /// Waits until it has printed a text, or has ended.
    ///
    /// - Returns: Whether it has printed the text.
    @discardableResult
    public mutating func printed(_ text: String) async -> Bool {
        var chunks = chunks.makeAsyncIterator()
        while !self.text.contains(text) {
            guard let chunk = await chunks.next() else { return false }
            bytes += chunk
        }
        return true
    }

    /// Types a line.
    ///
    /// - Throws: When nobody reads it.
    public func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Ends its input, as Ctrl-D does.
    ///
    /// - Throws: When it cannot be closed.
    public func endInput() throws {
        try input.fileHandleForWriting.close()
    }

    /// Interrupts it, as Ctrl-C does.
    public func interrupt() {
        process.interrupt()
    }

    /// Waits until it has ended and all of its output has been read.
    ///
    /// - Returns: Its exit code.
    public mutating func ended() async -> Int32? {
        for await chunk in chunks { bytes += chunk }
        for await code in ends { return code }
        return nil
    }
}
