import ArgumentParser
import Console

/// Does some work until it is done or a signal ends it.
///
/// - Throws: Any error of the work; the exit code 128 and the signal's number, once the work has ended.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let (signals, output) = AsyncStream.makeStream(of: Int32.self)
    let watch = SignalWatch(SignalWatch.interruptions) { output.yield($0) }
    defer { watch.cancel() }
    let signal = try await withThrowingTaskGroup(of: Int32?.self) { @Sendable group in
        group.addTask {
            do { try await work() } catch is CancellationError {}
            return nil
        }
        group.addTask {
            for await signal in signals { return signal }
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
    if let signal { throw ExitCode(128 + signal) }
}
