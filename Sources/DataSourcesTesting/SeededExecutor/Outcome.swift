import Synchronization

/// What a body came to, if it has come to an end.
final class Outcome<Value: Sendable>: Sendable {
    /// Written once by the task of the body, read by the thread that runs it, which are the same thread.
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
