import Synchronization

/// Sees what cannot be seen in updates: which pieces live, and when pieces are compared.
final class Witness: Sendable {
    private let live = Atomic<Int>(0)
    /// Whether a source is publishing at this moment, on its own executor.
    private let isPublishing = Atomic<Bool>(false)
    private let comparisonsWhilePublishing = Atomic<Int>(0)
    /// The comparisons until the action; 0 when there is none.
    private let countdown = Atomic<Int>(0)
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    private let whims = Atomic<UInt64>(0)

    /// A random number for ids that misbehave; the same ones in every run of a seed.
    func whim() -> UInt64 {
        var word = whims.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// How many pieces live.
    var livePieces: Int { live.load(ordering: .relaxed) }

    /// How many comparisons a source has made between the end of a transaction's closure and that of the transaction.
    var comparisonsOnSources: Int { comparisonsWhilePublishing.load(ordering: .relaxed) }

    func pieceMade() {
        live.add(1, ordering: .relaxed)
    }

    func pieceGone() {
        live.subtract(1, ordering: .relaxed)
    }

    func publishingBegan() {
        isPublishing.store(true, ordering: .relaxed)
    }

    func publishingEnded() {
        isPublishing.store(false, ordering: .relaxed)
    }

    /// Does something in the midst of a difference: before the comparison with this number from now, counted from 1.
    func at(_ comparison: Int, _ body: @escaping @Sendable () -> Void) {
        action.withLock { $0 = body }
        countdown.store(comparison, ordering: .relaxed)
    }

    /// Forgets what was to be done.
    func disarm() {
        countdown.store(0, ordering: .relaxed)
        action.withLock { $0 = nil }
    }

    func compared() {
        if isPublishing.load(ordering: .relaxed) { comparisonsWhilePublishing.add(1, ordering: .relaxed) }
        guard countdown.load(ordering: .relaxed) > 0 else { return }
        guard countdown.subtract(1, ordering: .relaxed).newValue == 0 else { return }
        let body = action.withLock { $0.take() }
        body?()
    }
}
