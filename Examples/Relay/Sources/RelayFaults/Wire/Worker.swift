import Foundation
import Synchronization

/// A thread for calls that block, one at a time.
final class Worker: Sendable {
    private struct State {
        var calls: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    private let state: Shared

    /// Guards the calls; the condition is signalled when one was added.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let semaphore = DispatchSemaphore(value: 0)
    }

    init() {
        let shared = Shared()
        state = shared
        let thread = Thread {
            while true {
                shared.semaphore.wait()
                let (call, hasEnded) = shared.state.withLock { state in
                    (state.calls.isEmpty ? nil : state.calls.removeFirst(), state.hasEnded)
                }
                if let call { call() } else if hasEnded { return }
            }
        }
        thread.stackSize = 512 << 10
        thread.start()
    }

    deinit {
        state.state.withLock { $0.hasEnded = true }
        state.semaphore.signal()
    }

    /// Makes a call on the thread.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            state.state.withLock { $0.calls.append { continuation.resume(with: Result(catching: body)) } }
            state.semaphore.signal()
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
