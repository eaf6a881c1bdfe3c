/// Does something within a time.
///
/// - Parameters:
///   - seconds: The time.
///   - what: What is done, for the message.
///   - body: Does it.
/// - Returns: What the closure returns.
/// - Throws: ``LoadError`` if it takes longer; any error of the closure.
func within<Result: Sendable>(
    _ seconds: Int, _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { @Sendable group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw LoadError("\(what) takes longer than \(seconds) seconds")
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw LoadError("\(what) did not happen") }
        return result
    }
}

/// The load cannot be measured, or something is wrong.
struct LoadError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
