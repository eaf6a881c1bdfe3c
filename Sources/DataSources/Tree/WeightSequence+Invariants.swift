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
