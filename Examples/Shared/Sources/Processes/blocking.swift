import Dispatch

/// Runs what blocks, such as starting a server, on a thread that is not one of Swift's pool.
///
/// - Parameter body: What blocks. A cancelled task waits for it all the same.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
}
