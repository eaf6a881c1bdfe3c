import Synchronization

/// A value that tasks share; a mutex guards it.
final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) {
        stored = Mutex(value)
    }

    var value: Value {
        stored.withLock { $0 }
    }

    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        stored.withLock { body(&$0) }
    }
}
