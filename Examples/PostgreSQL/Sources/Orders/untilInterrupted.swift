import Console

/// Does some work until it has ended or a signal comes, and then waits until it has cleaned up.
///
/// - Returns: The exit code: that of the work, or the shell's usual 128 and the number for a signal.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Int32) async throws -> Int32 {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    let watch = SignalWatch(SignalWatch.interruptions) { continuation.yield($0) }
    defer { watch.cancel() }
    return try await withThrowingTaskGroup(of: Int32.self) { @Sendable group in
        group.addTask {
            do {
                return try await work()
            } catch is CancellationError where Task.isCancelled {
                return 0
            }
        }
        group.addTask {
            for await signal in signals { return 128 + signal }
            return 0
        }
        defer { group.cancelAll() }
        let first = try await group.next() ?? 0
        group.cancelAll()
        _ = try? await group.next()
        return first
    }
}
