import Foundation

/// Says on the standard error what the program does.
enum Progress {
    static func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    /// Says something every two seconds while the closure runs.
    static func report<Result: Sendable>(
        _ text: @escaping @Sendable () -> String, while body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { @Sendable group in
            group.addTask { try await body() }
            group.addTask {
                while (try? await Task.sleep(for: .seconds(2))) != nil { say(text()) }
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else { throw CancellationError() }
            return result
        }
    }
}
