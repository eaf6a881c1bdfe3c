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
