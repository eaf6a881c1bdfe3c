import Synchronization

/// A value that is replaced by another, and handed out then.
final class Mailbox<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    /// Puts a value in; the one that was there before.
    func replace(by next: Value) -> Value {
        value.withLock { value in
            defer { value = next }
            return value
        }
    }
}
