/// Suspends the current task until another one resumes it, or until it is cancelled.
///
/// Both closures use the same lock. `park` reads `Task.isCancelled` under it: a cancellation that it does not see comes
/// later, and then `unpark` finds the suspension.
///
/// - Parameters:
///   - park: Stores the suspension and returns `true`, or returns `false` if there is nothing to wait for.
///   - unpark: Takes the suspension back when the task is cancelled; `nil` if another task has resumed it.
package func suspendTask(park: @Sendable (Suspension) -> Bool, unpark: @escaping @Sendable () -> Suspension?) async {
    await withTaskCancellationHandler { @Sendable in
        // Resumed once: here, or by whoever takes what `park` has stored.
        unsafe await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let suspension = unsafe Suspended(continuation)
            if !park(suspension) { suspension.resume() }
        }
    } onCancel: {
        unpark()?.resume()
    }
}

/// A task that is suspended until another one resumes it with a value.
///
/// A checked continuation would allocate memory for every wait.
// Safe where it is used: a task must be resumed exactly once. Whoever takes a suspended task out of its state, under
// the state's lock, resumes it; the suites of interleavings and the simulation find one that is lost or resumed twice.
@safe
package struct Suspended<Value: Sendable>: Sendable {
    private let continuation: UnsafeContinuation<Value, Never>

    package init(_ continuation: UnsafeContinuation<Value, Never>) {
        // Only stored: it is resumed below.
        unsafe self.continuation = continuation
    }

    package func resume(returning value: sending Value) {
        // Once: see the type's comment.
        unsafe continuation.resume(returning: value)
    }
}

extension Suspended<Void> {
    package func resume() { resume(returning: ()) }
}

/// A task that is suspended until another one resumes it.
package typealias Suspension = Suspended<Void>
