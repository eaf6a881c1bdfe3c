extension SectionedDraft {
    /// Removes deleted sections, and puts moved ones at the end, in the order in which they arrive.
    ///
    /// Sections are addressed by position throughout: ids that misbehave could lead to other sections.
    ///
    /// - Returns: The destinations of the sections at the end, in their order.
    @inlinable
    mutating func removeLeavingSections(_ changes: Changes<Int>, at base: Int) throws(EditError) -> [Int] {
        var aside: [Int] = []
        var departures: [(before: Int, after: Int?)] = changes.deletions.map { ($0, nil) }
        for pair in changes.moves { departures.append((pair.before, pair.after)) }
        departures.sort { $0.before > $1.before }
        for departure in departures {
            guard let after = departure.after else {
                try removeSection(at: base + departure.before)
                continue
            }
            let rank = aside.partitioningIndex { $0 > after }
            moveSection(from: base + departure.before, to: sections.count - 1 - (aside.count - rank))
            aside.insert(after, at: rank)
        }
        return aside
    }
}
