import Synchronization

/// A value that tasks share; a mutex guards it.
package final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    package init(_ value: Value) {
        stored = Mutex(value)
    }

    package var value: Value {
        stored.withLock { $0 }
    }

    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        stored.withLock { body(&$0) }
    }
}
