import TestKit

/// A place where a task waits until somebody calls ``open()``.
struct Gate {
    private let waiting = Shared<UnsafeContinuation<Void, Never>?>(nil)

    /// Suspends the calling task; one at a time.
    ///
    /// - Parameter asleep: Called when it can be woken.
    func pass(_ asleep: () -> Void = {}) async {
        // Not a checked one, which prints a warning where a test leaves a task waiting.
        await withUnsafeContinuation { continuation in
            waiting.change { $0 = continuation }
            asleep()
        }
    }

    /// Lets the waiting task go on, if there is one.
    func open() {
        let continuation = waiting.change { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume()
    }
}
