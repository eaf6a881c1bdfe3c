import Synchronization

/// Answers that nobody can predict, but that are the same for every run of an input; it also counts the ids that live.
final class Whim: Sendable {
    private let state: Atomic<UInt64>
    private let live = Atomic<Int>(0)

    init(seed: UInt64) {
        state = Atomic(seed &* 0x9E37_79B9_7F4A_7C15)
    }

    /// How many ids of types that count theirs are in memory.
    var liveIDs: Int { live.load(ordering: .relaxed) }

    func next() -> UInt64 {
        var word = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    func oneIn(_ count: UInt64) -> Bool { next() % count == 0 }

    /// Lives as long as a copy of an id does.
    final class Token: Sendable {
        let whim: Whim

        init(_ whim: Whim) {
            self.whim = whim
            whim.live.add(1, ordering: .relaxed)
        }

        deinit {
            whim.live.subtract(1, ordering: .relaxed)
        }
    }
}
