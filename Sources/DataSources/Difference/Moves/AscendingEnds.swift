/// The lowest ends of the ascending subsequences of each length, the heart of patience sorting.
///
/// ```
/// level 1   every sixteenth of level 0, …
/// level 0   of each length, the lowest number with which a subsequence of that length ends; behind the longest: greatest
/// ```
///
/// A search compares sixteen numbers at once on every level, and has no branch that could be predicted wrongly, so that
/// the searches of neighbours overlap: O(log₁₆ *n*). The numbers are a piece of scratch memory, which has to outlive the
/// value.
package struct AscendingEnds: ~Copyable {
    private let numbers: ScratchPiece<Int32>
    /// Where each level begins in `numbers`.
    private let starts: ScratchPiece<Int>
    private var longest = 0
    /// The lowest level that is one block so far.
    private var top = 0

    /// Creates the ends for up to `capacity` lengths, zero among them.
    package init(capacity: Int, in memory: inout ScratchMemory) {
        starts = memory.take(Int.self, count: 8)
        var (total, count, level) = (0, capacity, 0)
        while true {
            starts[level] = total
            let blocks = (count + 15) >> 4
            total += blocks << 4
            if blocks == 1 { break }
            (count, level) = (blocks, level + 1)
        }
        numbers = memory.take(Int32.self, count: total)
        numbers.fill(with: .max)
        for level in 0...level { numbers[starts[level]] = -1 }
    }

    /// How much memory they take.
    package static func byteCount(capacity: Int) -> Int {
        // Each level is a sixteenth of the one below, and each is filled up to a block.
        (capacity + capacity / 15 + 8 * 16) * 4 + 8 * 8
    }

    /// The end of the longest subsequence; -1 when there is none.
    package var last: Int32 { numbers[longest] }

    /// Takes the next number of the sequence, and returns the number before it in the longest subsequence that it ends;
    /// -1 when there is none.
    @inline(__always)
    package mutating func insert(_ number: Int32) -> Int32 {
        var length = longest
        if number < numbers[longest] {
            length = 0
            var level = top
            while level >= 0 {
                let block = numbers.sixteen(from: starts[level] &+ length &<< 4)
                // Minus one for each that is lower.
                let lower = (block &- SIMD16(repeating: number)) &>> 31
                let eight = lower.lowHalf &+ lower.highHalf
                let four = eight.lowHalf &+ eight.highHalf
                let two = four.lowHalf &+ four.highHalf
                length = length &<< 4 &- Int(two.x &+ two.y) &- 1
                level &-= 1
            }
        } else {
            longest &+= 1
            if longest &>> (4 &* (top &+ 1)) > 0 { top &+= 1 }
        }
        let predecessor = numbers[length]
        var place = length &+ 1
        numbers[place] = number
        var level = 1
        while level <= top, place & 15 == 0 {
            place &>>= 4
            numbers[starts[level] &+ place] = number
            level &+= 1
        }
        return predecessor
    }
}

extension ScratchPiece<Int32> {
    /// The sixteen numbers from an offset on.
    @inline(__always)
    fileprivate func sixteen(from offset: Int) -> SIMD16<Int32> {
        assert(offset >= 0 && offset + 16 <= count, "beyond the piece of memory")
        // Levels are filled up to whole blocks of sixteen, and every offset is the start of a block.
        return unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<Int32>.self)
    }
}
