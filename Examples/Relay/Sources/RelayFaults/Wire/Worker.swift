import Foundation
import Synchronization

/// A thread for calls that block, one at a time.
final class Worker: Sendable {
    private struct State {
        var calls: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    /// What the thread waits for, which it must not keep the worker alive for.
    private final class Inbox: Sendable {
        /// Guards the calls that wait.
        let state = Mutex(State())
        /// Signalled when a call was added, and at the end.
        let semaphore = DispatchSemaphore(value: 0)
    }

    private let inbox = Inbox()

    init() {
        let inbox = inbox
        let thread = Thread {
            while true {
                inbox.semaphore.wait()
                let (call, hasEnded) = inbox.state.withLock { state in
                    (state.calls.isEmpty ? nil : state.calls.removeFirst(), state.hasEnded)
                }
                if let call { call() } else if hasEnded { return }
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
    }

    deinit {
        inbox.state.withLock { $0.hasEnded = true }
        inbox.semaphore.signal()
    }

    /// Makes a call on the thread.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            inbox.state.withLock { $0.calls.append { continuation.resume(with: Result(catching: body)) } }
            inbox.semaphore.signal()
        }
    }

    /// Makes a call on a thread of its own.
    static func once<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result(catching: body)) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }
}
