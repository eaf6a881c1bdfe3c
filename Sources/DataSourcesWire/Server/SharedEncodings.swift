internal import DataSources
internal import Synchronization

/// Frames that are encoded once, by the client that asks first, for all that ask meanwhile or soon after.
final class SharedEncodings: Sendable {
    struct Key: Hashable, Sendable {
        /// The step begins at this version; or the part of a whole state begins here; or so many shapes are sent; or it
        /// is a heartbeat with a digest.
        enum Start: Hashable, Sendable {
            case version(UInt64)
            case cursor(WireCursor)
            case shapes(Int)
            case digest
        }

        let start: Start
        let version: UInt64
        /// See ``FeedStep/life``.
        var life = 0
        let format: String
        let framing: Framing
    }

    typealias Outcome = Result<EncodedFrame?, WireError>

    private enum Entry {
        case pending([CheckedContinuation<Claim, Never>])
        case done(Outcome)
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys of finished entries, the oldest first.
        var finished: [Key] = []
        var made = 0
        var bytes = 0
    }

    /// How many frames, and bytes of frames, are kept for clients that ask later.
    private let (kept, keptBytes) = (32, 8 << 20)
    /// Guards all entries.
    private let state = Mutex(State())

    /// The number of frames encoded so far.
    var made: Int { state.withLock { $0.made } }

    /// The frame of a key; `make` runs outside of locks, and only for the first client that asks.
    ///
    /// If the task of that client is cancelled and gives no frame, this may be for no other reason than that: it gets `nil`,
    /// and another client makes the frame.
    ///
    /// - Throws: ``WireError`` that `make` throws, for all that ask meanwhile.
    func frame(
        for key: Key, _ make: () throws(WireError) -> EncodedFrame?
    ) async throws(WireError) -> EncodedFrame? {
        while true {
            switch await claim(key) {
            case .claimed:
                return try made(key, make)?.get() ?? nil
            case .found(let outcome): return try outcome.get()
            // Made and dropped in between, or not made by a client that was cancelled.
            case .missed: continue
            }
        }
    }

    private enum Claim: Sendable {
        /// This client has to make the frame.
        case claimed
        case found(Outcome)
        case missed
    }

    /// Finds the frame, waits for the client that makes it, or makes this client the one that does.
    private func claim(_ key: Key) async -> Claim {
        let claim = state.withLock { state -> Claim? in
            switch state.entries[key] {
            case .done(let outcome): return .found(outcome)
            case .pending: return nil
            case nil:
                state.entries[key] = .pending([])
                return .claimed
            }
        }
        if let claim { return claim }
        let found = await withCheckedContinuation { continuation in
            let claim = state.withLock { state -> Claim? in
                switch state.entries[key] {
                case .done(let outcome): return .found(outcome)
                case .pending(var waiting):
                    // Out of the dictionary, so that thousands that wait are not copied for each.
                    state.entries[key] = .pending([])
                    waiting.append(continuation)
                    state.entries[key] = .pending(waiting)
                    return nil
                case nil: return .missed
                }
            }
            if let claim { continuation.resume(returning: claim) }
        }
        #if DATASOURCES_THREAD_SANITIZER
        // It does not see that a continuation which is resumed before its task has suspended hands over what it has.
        state.withLock { _ in }
        #endif
        return found
    }

    /// Makes the frame; returns what others get too, `nil` if that is nothing.
    private func made(_ key: Key, _ make: () throws(WireError) -> EncodedFrame?) -> Outcome? {
        let outcome: Outcome
        do {
            outcome = .success(try make())
        } catch {
            outcome = .failure(error)
        }
        let isShared = outcome.isShared
        let waiting = state.withLock { state in
            var waiting: [CheckedContinuation<Claim, Never>] = []
            if case .pending(let continuations) = state.entries[key] { waiting = continuations }
            state.made += 1
            if !isShared {
                state.entries[key] = nil
                return waiting
            }
            state.entries[key] = .done(outcome)
            state.finished.append(key)
            state.bytes += outcome.size
            while state.finished.count > 1, state.finished.count > kept || state.bytes > keptBytes {
                let oldest = state.finished.removeFirst()
                if case .done(let outcome) = state.entries.removeValue(forKey: oldest) { state.bytes -= outcome.size }
            }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: isShared ? .found(outcome) : .missed) }
        return isShared ? outcome : nil
    }
}

extension SharedEncodings.Outcome {
    fileprivate var frame: EncodedFrame? { (try? get()) ?? nil }
    /// Whether other clients may have it: without a frame, only if the task was not cancelled.
    fileprivate var isShared: Bool { frame != nil || !Task.isCancelled }
    fileprivate var size: Int { frame?.bytes.count ?? 0 }
}
