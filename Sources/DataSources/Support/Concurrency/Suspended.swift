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
