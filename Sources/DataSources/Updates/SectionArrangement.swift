/// The order of sections between the states before and after: that of after, with deleted sections still present.
///
/// Deleted sections keep their order among the sections that stay; within a gap they follow the sections that arrive
/// there.
struct SectionArrangement {
    /// An entry of the arrangement.
    enum Entry: Equatable {
        /// The section at this position after, and its position before, if any.
        case staying(after: Int, before: Int?)
        /// The section at this position before, which will be deleted.
        case deleted(before: Int)
    }

    private(set) var entries: [Entry] = []
    /// The index of the entry for each position before; `nil` if there is none.
    private(set) var placeOfBefore: [Int: Int] = [:]
    /// The index of the entry for each position after.
    private(set) var placeOfAfter: [Int]

    init(_ sections: Changes<Int>, countAfter: Int) {
        let origins = sections.origins(countAfter: countAfter)
        let arriving = Set(sections.insertions).union(sections.moves.map(\.after))
        placeOfAfter = []
        var deleted = Array(sections.deletions)[...]
        func place(_ entry: Entry, _ arrangement: inout SectionArrangement) {
            if case .deleted(let before) = entry { arrangement.placeOfBefore[before] = arrangement.entries.count }
            if case .staying(_, let before) = entry {
                if let before { arrangement.placeOfBefore[before] = arrangement.entries.count }
                arrangement.placeOfAfter.append(arrangement.entries.count)
            }
            arrangement.entries.append(entry)
        }
        for after in 0..<countAfter {
            if !arriving.contains(after), let before = origins[after] {
                while let next = deleted.first, next < before {
                    place(.deleted(before: next), &self)
                    deleted.removeFirst()
                }
            }
            place(.staying(after: after, before: origins[after]), &self)
        }
        for next in deleted { place(.deleted(before: next), &self) }
    }
}
