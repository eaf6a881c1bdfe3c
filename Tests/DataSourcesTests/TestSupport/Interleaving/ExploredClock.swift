#if DATASOURCES_INTERLEAVING
import DataSources
import TestKit

/// A clock that a scenario moves, whose own windows are explored as the core's are.
struct ExploredClock: Clock {
    struct Instant: InstantProtocol {
        let milliseconds: Int

        func advanced(by duration: Duration) -> Instant {
            Instant(milliseconds: milliseconds + Int(duration / .milliseconds(1)))
        }

        func duration(to other: Instant) -> Duration { .milliseconds(other.milliseconds - milliseconds) }

        static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
    }

    private struct State: Sendable {
        var now = 0
        var sleepersMade = 0
        var sleepers: [Int: (deadline: Int, continuation: UnsafeContinuation<Void, Never>)] = [:]
    }

    private let state = Interleaving.Guarded(State())

    var now: Instant { Instant(milliseconds: state.change { $0.now }) }

    var minimumResolution: Duration { .zero }

    /// Moves the time, and wakes all whose deadline has come.
    func advance(to milliseconds: Int) {
        let woken = state.change { state -> [UnsafeContinuation<Void, Never>] in
            state.now = milliseconds
            let due = state.sleepers.filter { $0.value.deadline <= milliseconds }.sorted { $0.key < $1.key }
            for sleeper in due { state.sleepers[sleeper.key] = nil }
            return due.map(\.value.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.change { state in
            state.sleepersMade += 1
            return state.sleepersMade
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let sleeps = state.change { state in
                    if Task.isCancelled || deadline.milliseconds <= state.now { return false }
                    state.sleepers[number] = (deadline.milliseconds, continuation)
                    return true
                }
                if !sleeps { continuation.resume() }
            }
        } onCancel: {
            state.change { $0.sleepers.removeValue(forKey: number)?.continuation }?.resume()
        }
    }
}
#endif
