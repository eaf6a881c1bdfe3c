extension WeightSequence {
    #if DATASOURCES_INTERNAL_CHECKS
    static let limit = 8
    #else
    static let limit = 512
    #endif

    /// The fill of chunks built in bulk, which leaves room for later insertions.
    private static let fill = limit * 3 / 4

    /// Inserts weights, the first of them at `position`; `count` appends.
    @usableFromInline
    package mutating func insert(contentsOf weights: [UInt32], at position: Int) {
        precondition(position >= 0 && position <= count, "a weight's position is out of range")
        if weights.isEmpty { return }
        let place = place(forInsertionAt: position)
        if chunks[place.chunk].weights.count + weights.count <= Self.limit {
            chunks[place.chunk].weights.insert(contentsOf: weights, at: place.offset)
            add(Summary(count: weights.count, total: Self.sum(of: weights[...])), to: place.chunk)
        } else {
            var joined = chunks[place.chunk].weights
            joined.insert(contentsOf: weights, at: place.offset)
            replaceChunks(place.chunk..<place.chunk + 1, with: joined)
        }
        checkInvariants()
    }

    /// Removes the weights at the positions in `range`.
    ///
    /// - Returns: Their sum.
    @usableFromInline @discardableResult
    package mutating func removeSubrange(_ range: Range<Int>) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "weights' positions are out of range")
        if range.isEmpty { return 0 }
        let before = total
        let (first, last) = (place(of: range.lowerBound), place(of: range.upperBound - 1))
        let left = chunks[first.chunk].weights.count - range.count
        if first.chunk == last.chunk, left > Self.limit / 4 || left > 0 && chunks.count == 1 {
            let offsets = first.offset..<last.offset + 1
            let sum = Self.sum(of: chunks[first.chunk].weights[offsets])
            chunks[first.chunk].weights.removeSubrange(offsets)
            add(Summary(count: -range.count, total: -sum), to: first.chunk)
        } else {
            removeChunks(from: first, through: last)
        }
        checkInvariants()
        return before - total
    }

    /// Removes weights across chunks, or most of one chunk; the rest is merged with a neighbour if there is room.
    private mutating func removeChunks(from first: Location, through last: Location) {
        var kept = ContiguousArray(chunks[first.chunk].weights[..<first.offset])
        kept += chunks[last.chunk].weights[(last.offset + 1)...]
        var (lower, upper) = (first.chunk, last.chunk + 1)
        if lower > 0, chunks[lower - 1].weights.count + kept.count <= Self.fill {
            lower -= 1
            kept = chunks[lower].weights + kept
        } else if upper < chunks.count, chunks[upper].weights.count + kept.count <= Self.fill {
            kept += chunks[upper].weights
            upper += 1
        }
        replaceChunks(lower..<upper, with: kept)
    }

    /// Replaces chunks by `weights`, in chunks of even size.
    mutating func replaceChunks(_ range: Range<Int>, with weights: ContiguousArray<UInt32>) {
        let size = weights.count
        let pieces = size <= Self.limit ? min(size, 1) : (size + Self.fill - 1) / Self.fill
        chunks.replaceSubrange(
            range,
            with: (0..<pieces).map { piece in
                let part = weights[size * piece / pieces..<size * (piece + 1) / pieces]
                return Chunk(weights: ContiguousArray(part), total: Self.sum(of: part))
            }
        )
        if chunks.isEmpty { chunks = [Chunk()] }
        summarize()
    }

    /// The location of `position`, or after the last weight.
    private func place(forInsertionAt position: Int) -> Location {
        if position < count { return place(of: position) }
        let last = chunks.count - 1
        return Location(chunk: last, offset: chunks[last].weights.count, sum: total - chunks[last].total)
    }
}

extension WeightSequence {
    /// Adds a difference to a chunk's summary.
    mutating func add(_ summary: Summary, to chunk: Int) {
        chunks[chunk].total += summary.total
        whole += summary
        var index = chunk
        while index < summaries.count {
            summaries[index] += summary
            index |= index + 1
        }
    }

    /// Recomputes all summaries after the number of chunks has changed.
    private mutating func summarize() {
        summaries = chunks.map { Summary(count: $0.weights.count, total: $0.total) }
        whole = Summary()
        for summary in summaries { whole += summary }
        for index in summaries.indices {
            let next = index | (index + 1)
            if next < summaries.count { summaries[next] += summaries[index] }
        }
    }
}
