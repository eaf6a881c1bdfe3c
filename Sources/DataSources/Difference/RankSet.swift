/// A set of small numbers that finds neighbours with a few bit operations.
///
/// ```
/// level 2   one bit for each word of level 1 that is not zero
/// level 1   one bit for each word of level 0 that is not zero
/// level 0   one bit for each number
/// ```
///
/// Every operation costs O(log₆₄ *n*): four levels hold sixteen million numbers.
package struct RankSet: ~Copyable {
    private let words: UnsafeMutablePointer<UInt64>
    private let levels: Int
    /// Where each level begins in `words`.
    private var starts: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)

    /// Creates an empty set of numbers below `capacity`, which is at most 2³⁶.
    package init(capacity: Int) {
        var total = 0
        // One more bit than there are numbers, on every level: bounds may be one beyond the end.
        var bits = capacity + 1
        var level = 0
        var starts: [Int] = []
        while true {
            starts.append(total)
            let count = (bits + 63) >> 6
            total += count
            level += 1
            if count == 1 { break }
            bits = count + 1
        }
        levels = level
        starts += [Int](repeating: 0, count: 6 - level)
        self.starts = (starts[0], starts[1], starts[2], starts[3], starts[4], starts[5])
        words = .allocate(capacity: total)
        words.initialize(repeating: 0, count: total)
    }

    deinit {
        words.deallocate()
    }

    private func start(_ level: Int) -> Int {
        switch level {
        case 0: starts.0
        case 1: starts.1
        case 2: starts.2
        case 3: starts.3
        case 4: starts.4
        default: starts.5
        }
    }

    package func contains(_ number: Int) -> Bool {
        words[number >> 6] & 1 << UInt64(number & 63) != 0
    }

    package mutating func insert(_ number: Int) {
        var index = number
        for level in 0..<levels {
            let word = start(level) + index >> 6
            let old = words[word]
            words[word] = old | 1 << UInt64(index & 63)
            if old != 0 { return }
            index >>= 6
        }
    }

    package mutating func remove(_ number: Int) {
        var index = number
        for level in 0..<levels {
            let word = start(level) + index >> 6
            words[word] &= ~(1 << UInt64(index & 63))
            if words[word] != 0 { return }
            index >>= 6
        }
    }

    /// The greatest number of the set below `bound`; -1 when there is none.
    package func last(below bound: Int) -> Int {
        var index = bound
        for level in 0..<levels {
            let bits = words[start(level) + index >> 6] & (1 << UInt64(index & 63) - 1)
            if bits != 0 {
                return descend(from: (index >> 6) << 6 + 63 - bits.leadingZeroBitCount, level: level, toLast: true)
            }
            index >>= 6
        }
        return -1
    }

    /// The smallest number of the set from `bound` on; -1 when there is none.
    package func first(from bound: Int) -> Int {
        var index = bound
        for level in 0..<levels {
            let bits = words[start(level) + index >> 6] & (~0 << UInt64(index & 63))
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
            let bits = words[start(level) + index]
            index = index << 6 + (toLast ? 63 - bits.leadingZeroBitCount : bits.trailingZeroBitCount)
        }
        return index
    }
}
