/// A set of small numbers that finds neighbours with a few bit operations.
///
/// ```
/// level 2   one bit for each word of level 1 that is not zero
/// level 1   one bit for each word of level 0 that is not zero
/// level 0   one bit for each number
/// ```
///
/// Every operation costs O(log₆₄ *n*): four levels hold sixteen million numbers. The words are a piece of scratch memory,
/// which has to outlive the set.
package struct HierarchicalBitSet: ~Copyable {
    private let words: ScratchPiece<UInt64>
    /// Where each level begins in `words`.
    private let starts: ScratchPiece<Int>
    private let levels: Int

    /// Creates an empty set of numbers below `capacity`, which is at most 2³⁶.
    package init(capacity: Int, in memory: inout ScratchMemory) {
        starts = memory.take(Int.self, count: Self.maximalLevels)
        var (total, level) = (0, 0)
        // One more bit than there are numbers, on every level: bounds may be one beyond the end.
        var bits = capacity + 1
        while true {
            starts[level] = total
            let count = (bits + 63) >> 6
            total += count
            level += 1
            if count == 1 { break }
            bits = count + 1
        }
        levels = level
        words = memory.takeZeros(count: total)
    }

    /// How many levels the greatest capacity takes.
    private static var maximalLevels: Int { 7 }

    /// How much memory a set takes, at most.
    package static func byteCount(capacity: Int) -> Int {
        // Each level is a sixty-fourth of the one below, and each is filled up to a word, with one bit more.
        (capacity / 63 + maximalLevels * 2 + maximalLevels) * 8
    }

    @inline(__always)
    package func contains(_ number: Int) -> Bool {
        words[number >> 6] & 1 << UInt64(number & 63) != 0
    }

    @inline(__always)
    package mutating func insert(_ number: Int) {
        let old = words[number >> 6]
        words[number >> 6] = old | 1 << UInt64(number & 63)
        if old == 0 { insertAbove(number >> 6) }
    }

    private mutating func insertAbove(_ word: Int) {
        var index = word
        for level in 1..<max(1, levels) {
            let word = starts[level] + index >> 6
            let old = words[word]
            words[word] = old | 1 << UInt64(index & 63)
            if old != 0 { return }
            index >>= 6
        }
    }

    @inline(__always)
    package mutating func remove(_ number: Int) {
        let rest = words[number >> 6] & ~(1 << UInt64(number & 63))
        words[number >> 6] = rest
        if rest == 0 { removeAbove(number >> 6) }
    }

    private mutating func removeAbove(_ word: Int) {
        var index = word
        for level in 1..<max(1, levels) {
            let word = starts[level] + index >> 6
            words[word] &= ~(1 << UInt64(index & 63))
            if words[word] != 0 { return }
            index >>= 6
        }
    }

    /// The greatest number of the set below `bound`; -1 when there is none.
    @inline(__always)
    package func last(below bound: Int) -> Int {
        let bits = words[bound >> 6] & (1 << UInt64(bound & 63) - 1)
        return bits != 0 ? (bound >> 6) << 6 + 63 - bits.leadingZeroBitCount : lastAbove(bound >> 6)
    }

    private func lastAbove(_ word: Int) -> Int {
        var index = word
        for level in 1..<max(1, levels) {
            let bits = words[starts[level] + index >> 6] & (1 << UInt64(index & 63) - 1)
            if bits != 0 {
                return descend(from: (index >> 6) << 6 + 63 - bits.leadingZeroBitCount, level: level, toLast: true)
            }
            index >>= 6
        }
        return -1
    }

    /// The smallest number of the set from `bound` on; -1 when there is none.
    @inline(__always)
    package func first(from bound: Int) -> Int {
        let bits = words[bound >> 6] & (~0 << UInt64(bound & 63))
        return bits != 0 ? (bound >> 6) << 6 + bits.trailingZeroBitCount : firstAbove(bound >> 6 + 1)
    }

    private func firstAbove(_ word: Int) -> Int {
        var index = word
        for level in 1..<max(1, levels) {
            let bits = words[starts[level] + index >> 6] & (~0 << UInt64(index & 63))
            if bits != 0 {
                return descend(from: (index >> 6) << 6 + bits.trailingZeroBitCount, level: level, toLast: false)
            }
            index = index >> 6 + 1
        }
        return -1
    }

    private func descend(from index: Int, level: Int, toLast: Bool) -> Int {
        var index = index
        var level = level
        while level > 0 {
            level -= 1
            let bits = words[starts[level] + index]
            index = index << 6 + (toLast ? 63 - bits.leadingZeroBitCount : bits.trailingZeroBitCount)
        }
        return index
    }
}
