/// Which leftovers one pass over both sides pairs, and by what.
///
/// The hash of a text reads its memory, which for many texts is elsewhere: the processor waits for each. But a list that
/// was only reordered, such as one sorted anew, shares the memory of its texts with the list before, so they have the
/// same bits there. So texts are paired by their bits first, if a sample of both sides has such pairs, and by what they
/// say after that, if any are left.
@usableFromInline
enum PairingPass: Sendable {
    /// All elements, by their ids.
    case all
    /// A few elements of both sides, by the bits of their ids.
    case sample
    /// The elements without a match, by the bits of their ids.
    case bits
    /// The elements without a match, by their ids.
    case rest

    /// Whether ids are compared by their bits.
    @inlinable @inline(__always)
    var isByBits: Bool { self == .sample || self == .bits }
}

extension LeftoverPairing {
    /// The pass to begin with, if ids can be paired by their bits: with few elements, a sample says little, and the
    /// processor's caches have their texts.
    @usableFromInline var firstPass: PairingPass { tableCount < 1024 ? .all : .sample }

    /// How many of 64 elements a sample takes: of each side about 4√*n*, so that 16 of them are pairs if both sides are
    /// permutations of the same *n* elements.
    private var sampleRate: Int {
        var rate = 8
        while rate > 1, rate &* rate &* tableCount > 256 &* 256 { rate &-= 1 }
        return rate
    }

    /// The next pass, with an empty table; `nil` at the end.
    @usableFromInline @inline(never)
    func pass(after pass: PairingPass) -> PairingPass? {
        if pass == .all || pass == .rest || count == tableCount { return nil }
        table.removeAll()
        if pass == .bits { return .rest }
        let expected = tableCount &* sampleRate &* sampleRate / 4096
        // A quarter of a sample's pairs: that many ids need not be hashed.
        return count &* 4 >= expected ? .bits : .rest
    }

    /// A bit for each element of a leftover that a pass pairs.
    @usableFromInline @inline(never)
    func elements(of leftover: Leftover, _ number: Int, in pass: PairingPass, isInTable: Bool) -> UInt64 {
        let all = ~(UInt64.max << UInt64(leftover.count))
        if pass == .sample {
            // Any offsets, but not the same ones in all leftovers: elements may have moved by multiples of anything.
            var random = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
            random ^= random &>> 32
            var chosen: UInt64 = 0
            for _ in 0..<sampleRate {
                chosen |= 1 &<< (random & 63)
                random &>>= 6
            }
            return chosen & all
        }
        let isOld = isInTable == looksUpNew
        var open = all
        for offset in 0..<leftover.count {
            let number = Int(leftover.first) &+ offset
            let isPaired =
                isOld ? paired[number &>> 6] & 1 &<< UInt64(number & 63) != 0 : !matches[number].isNone
            if isPaired { open &= ~(1 &<< UInt64(offset)) }
        }
        return open
    }
}
