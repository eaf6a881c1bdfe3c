import Synchronization

/// The result of a body, once it has finished.
final class Outcome<Value: Sendable>: Sendable {
    /// Written once by the body's task, read by the thread that runs it, which is the same thread.
    private let stored = Mutex<Result<Value, any Error>?>(nil)

    var isSet: Bool { result != nil }

    var result: Result<Value, any Error>? { stored.withLock { $0 } }

    var error: (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    func set(_ result: Result<Value, any Error>) {
        stored.withLock { $0 = result }
    }
}
