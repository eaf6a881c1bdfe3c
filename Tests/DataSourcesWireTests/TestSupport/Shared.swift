import Synchronization

/// A value that tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>

    init(_ value: Value) {
        storage = Mutex(value)
    }

    var value: Value { storage.withLock { $0 } }

    func change(_ body: (inout Value) -> Void) {
        storage.withLock { body(&$0) }
    }
}
