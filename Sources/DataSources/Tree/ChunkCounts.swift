/// The numbers of elements in the chunks of a sequence; finds the chunk of a position.
///
/// It is a Fenwick tree (P. M. Fenwick, "A new data structure for cumulative frequency tables", 1994).
///
/// - Complexity: O(log *c*) for *c* chunks; O(*c*) after the number of chunks has changed.
@usableFromInline
package struct ChunkCounts: Sendable {
    /// Entry *i* is the sum of the last *b* counts up to chunk *i*, where *b* is the lowest bit of *i* + 1.
    private var sums: ContiguousArray<Int> = [0]
    @usableFromInline package private(set) var total = 0

    @usableFromInline
    package init() {}

    /// Replaces all counts.
    @usableFromInline
    package mutating func load(_ counts: ContiguousArray<Int>) {
        sums = counts
        total = counts.reduce(0, +)
        for index in sums.indices {
            let next = index | (index + 1)
            if next < sums.count { sums[next] += sums[index] }
        }
    }

    /// Adds to the count of a chunk.
    @usableFromInline
    package mutating func add(_ change: Int, to chunk: Int) {
        total += change
        var index = chunk
        while index < sums.count {
            sums[index] += change
            index |= index + 1
        }
    }

    /// The chunk of a position, and the offset in it.
    @usableFromInline
    package func place(of position: Int) -> (chunk: Int, offset: Int) {
        precondition(position >= 0 && position < total, "a position is out of range")
        var (chunk, offset) = (0, position)
        var step = 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
        while step > 0 {
            if chunk + step <= sums.count, sums[chunk + step - 1] <= offset {
                offset -= sums[chunk + step - 1]
                chunk += step
            }
            step >>= 1
        }
        return (chunk, offset)
    }

    /// The number of elements before a chunk.
    @usableFromInline
    package func sum(before chunk: Int) -> Int {
        var (sum, index) = (0, chunk)
        while index > 0 {
            sum += sums[index - 1]
            index &= index - 1
        }
        return sum
    }
}
