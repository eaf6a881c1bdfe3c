/// A sequence of small numbers with fast prefix sums.
///
/// An operator that makes any number of items from each item stores that number here. So it converts an upstream
/// position into a position in its output without reading other items.
///
/// ```
/// weights     1 0 0 1   0 0 3   1 1         in chunks of up to 512
/// chunks      4 of 2    3 of 3   2 of 2     the number of weights, and their sum
/// summaries   4 of 2    7 of 5   2 of 2     a Fenwick tree over the chunks (Fenwick 1994)
/// ```
///
/// | Operation | Cost, for *n* weights |
/// |---|---|
/// | read or set a weight, sum up to a position, position of a sum | O(log *n*), and a walk through one chunk |
/// | insert or remove *k* adjacent weights | the same and O(*k*); once in some hundred weights also O(*n* / 384) |
/// | create | O(*n*) |
@usableFromInline
package struct WeightSequence: Sendable {
    /// At least one chunk; none is empty unless it is the only one.
    var chunks = [Chunk()]
    /// A Fenwick tree: entry *i* summarizes the last *b* chunks up to chunk *i*, where *b* is the lowest bit of *i* +
    /// 1.
    var summaries = [Summary()]
    var whole = Summary()

    /// Creates an empty sequence.
    @usableFromInline
    package init() {}

    /// Creates a sequence of `weights`.
    @usableFromInline
    package init(_ weights: [UInt32]) {
        replaceChunks(0..<1, with: ContiguousArray(weights))
        checkInvariants()
    }

    /// The number of weights.
    @usableFromInline package var count: Int { whole.count }

    /// The sum of all weights.
    @usableFromInline package var total: Int { whole.total }
}

extension WeightSequence {
    /// Adjacent weights.
    struct Chunk {
        var weights: ContiguousArray<UInt32> = []
        var total = 0
    }

    /// A number of weights and their sum.
    struct Summary: Equatable {
        var count = 0
        var total = 0

        static func += (left: inout Summary, right: Summary) {
            left.count += right.count
            left.total += right.total
        }
    }

    /// The location of a weight.
    struct Location {
        var chunk: Int
        var offset: Int
        /// The sum of the weights in earlier chunks.
        var sum: Int
    }
}

// MARK: - Reading

extension WeightSequence {
    /// The weight at `position`.
    @usableFromInline package subscript(position: Int) -> UInt32 {
        get {
            let place = place(of: position)
            return chunks[place.chunk].weights[place.offset]
        }
        set {
            let place = place(of: position)
            let change = Int(newValue) - Int(chunks[place.chunk].weights[place.offset])
            chunks[place.chunk].weights[place.offset] = newValue
            add(Summary(count: 0, total: change), to: place.chunk)
            checkInvariants()
        }
    }

    /// The units of the weight at `position`, counted across all weights: from the sum before it to the sum including
    /// it.
    @usableFromInline
    package func units(at position: Int) -> Range<Int> {
        let place = place(of: position)
        let start = place.sum + Self.sum(of: chunks[place.chunk].weights[..<place.offset])
        return start..<start + Int(chunks[place.chunk].weights[place.offset])
    }

    /// The sum of the weights before `position`, which is at most `count`.
    @usableFromInline
    package func sum(upTo position: Int) -> Int {
        if position == count { return total }
        let place = place(of: position)
        return place.sum + Self.sum(of: chunks[place.chunk].weights[..<place.offset])
    }

    /// The position of the weight that contains the unit `sum`: the sum before it is at most `sum`, the sum including
    /// it is more.
    ///
    /// - Precondition: `sum` lies within `0..<total`.
    @usableFromInline
    package func position(ofSum sum: Int) -> Int {
        precondition(sum >= 0 && sum < total, "a sum is out of range")
        var (chunk, position, rest) = (0, 0, sum)
        var step = widestStep
        while step > 0 {
            if chunk + step <= summaries.count, summaries[chunk + step - 1].total <= rest {
                rest -= summaries[chunk + step - 1].total
                position += summaries[chunk + step - 1].count
                chunk += step
            }
            step >>= 1
        }
        for weight in chunks[chunk].weights {
            if rest < Int(weight) { break }
            rest -= Int(weight)
            position += 1
        }
        return position
    }

    /// The weights at the positions in `range`.
    @usableFromInline
    package func weights(in range: Range<Int>) -> [UInt32] {
        var result: [UInt32] = []
        if range.isEmpty { return result }
        result.reserveCapacity(range.count)
        var place = place(of: range.lowerBound)
        while result.count < range.count {
            let weights = chunks[place.chunk].weights[place.offset...]
            result.append(contentsOf: weights.prefix(range.count - result.count))
            place.chunk += 1
            place.offset = 0
        }
        return result
    }

    /// The location of the weight at `position`.
    func place(of position: Int) -> Location {
        precondition(position >= 0 && position < count, "a weight's position is out of range")
        var place = Location(chunk: 0, offset: position, sum: 0)
        var step = widestStep
        while step > 0 {
            let next = place.chunk + step
            if next <= summaries.count, summaries[next - 1].count <= place.offset {
                place.offset -= summaries[next - 1].count
                place.sum += summaries[next - 1].total
                place.chunk = next
            }
            step >>= 1
        }
        return place
    }

    /// The greatest power of two up to the number of chunks.
    private var widestStep: Int { 1 << (Int.bitWidth - 1 - summaries.count.leadingZeroBitCount) }

    static func sum(of weights: ArraySlice<UInt32>) -> Int {
        // Read during the call alone; the loop over a buffer is vectorized, that over a slice is not.
        unsafe weights.withUnsafeBufferPointer { unsafe $0.reduce(0) { $0 &+ Int($1) } }
    }
}

extension WeightSequence {
    /// Checks that chunks and summaries agree; compiled only if `DATASOURCES_INTERNAL_CHECKS` is set.
    func checkInvariants() {
        #if DATASOURCES_INTERNAL_CHECKS
        precondition(summaries.count == chunks.count, "there are \(chunks.count) chunks, \(summaries.count) summaries")
        var ends = [Summary()]
        for chunk in chunks {
            precondition(chunk.weights.count <= Self.limit, "a chunk of \(chunk.weights.count)")
            precondition(!chunk.weights.isEmpty || chunks.count == 1, "an empty chunk")
            let sum = Self.sum(of: chunk.weights[...])
            precondition(chunk.total == sum, "a chunk of \(sum) sums up to \(chunk.total)")
            ends.append(ends[ends.count - 1])
            ends[ends.count - 1] += Summary(count: chunk.weights.count, total: sum)
        }
        precondition(whole == ends[chunks.count], "the whole is \(whole) instead of \(ends[chunks.count])")
        for index in summaries.indices {
            var summary = summaries[index]
            summary += ends[index & (index + 1)]
            precondition(summary == ends[index + 1], "the summary at \(index) is \(summaries[index])")
        }
        #endif
    }
}
