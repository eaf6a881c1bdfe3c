import Synchronization

/// What all streams have seen.
final class Tally: Sendable {
    struct State: Sendable {
        var open = 0
        var frames = 0
        var bytes = 0
        /// The streams at each version.
        var versions: [UInt64: Int] = [:]
        /// From an edit being sent to the oldest frame with it being read, in nanoseconds.
        var lags: [Int64] = []
        /// The hash of each step's frame: all streams must be sent the same.
        var steps: [Step: Int] = [:]
        var faults: [String] = []
        var isListening = true

        /// Counts a stream at another version.
        mutating func move(from old: UInt64, to new: UInt64) {
            versions[old, default: 0] -= 1
            versions[new, default: 0] += 1
            if versions[old] == 0 { versions[old] = nil }
        }
    }

    struct Step: Hashable, Sendable {
        let base, version: UInt64
    }

    /// Guards everything.
    private let state = Mutex(State())

    /// What has been seen so far.
    var current: State { state.withLock { $0 } }

    func streamOpened(at version: UInt64) {
        state.withLock { state in
            state.open += 1
            state.versions[version, default: 0] += 1
        }
    }

    func streamClosed(at version: UInt64, _ reason: String) {
        state.withLock { state in
            if !state.isListening { return }
            state.open -= 1
            state.versions[version, default: 0] -= 1
            state.faults.append("a stream ended: \(reason)")
        }
    }

    func frameRead(_ step: Step, hash: Int, bytes: Int, lag: Int64?) {
        state.withLock { state in
            state.frames += 1
            state.bytes += bytes
            state.move(from: step.base, to: step.version)
            if let lag { state.lags.append(lag) }
            if let known = state.steps.updateValue(hash, forKey: step), known != hash {
                state.faults.append("two streams were sent different frames from \(step.base) to \(step.version)")
            }
        }
    }

    /// Whether this many streams are open, or something went wrong.
    func hasOpened(_ count: Int) -> Bool { state.withLock { $0.open >= count || !$0.faults.isEmpty } }

    /// Whether all streams are at a version.
    func isSettled(at version: UInt64) -> Bool {
        state.withLock { $0.versions.count == 1 && $0.versions[version] != nil }
    }

    /// A stream has learnt that its state is also that of a later version.
    func streamAdvanced(from old: UInt64, to new: UInt64) {
        state.withLock { state in state.move(from: old, to: new) }
    }

    /// From here on, streams may end.
    func stopListening() { state.withLock { $0.isListening = false } }

    func fault(_ text: String) {
        state.withLock { $0.faults.append(text) }
    }

    /// Forgets the lags and counts of frames, not the states.
    func startMeasuring() {
        state.withLock { state in
            (state.frames, state.bytes) = (0, 0)
            state.lags = []
        }
    }
}
