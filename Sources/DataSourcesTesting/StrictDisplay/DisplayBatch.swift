import DataSources

/// One batch of updates of a view, taken apart as UIKit does: the rules in their order, then the animation.
struct DisplayBatch<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    let changes: SectionedChanges
    let before: [PlainSection<Header, Item>]
    let after: [PlainSection<Header, Item>]
    let refresh: DisplayRefresh

    /// What the view shows after the batch.
    func perform() throws(DisplayRefusal) -> [PlainSection<Header, Item>] {
        let origins = try sectionOrigins()
        let rows = try checkedRows()
        try checkSectionsOfRows()
        try checkCounts(rows, origins)
        let result = try animate(rows, origins)
        try compare(result)
        return result
    }

    /// Whether content that changes is a deletion and an insertion.
    var reloads: Bool { refresh == .reload }

    /// What the view shows and what the data source has are the same.
    private func compare(_ result: [PlainSection<Header, Item>]) throws(DisplayRefusal) {
        for (section, (shown, new)) in zip(result, after).enumerated() {
            if shown.header != new.header {
                let (seen, has) = (Oracle.brief(shown.header), Oracle.brief(new.header))
                throw DisplayRefusal(
                    .showsOther,
                    "the view shows \(seen) as the header of section \(section), the data source has \(has)",
                    at: .section(section)
                )
            }
            guard shown.items != new.items else { continue }
            for (item, (seen, has)) in zip(shown.items, new.items).enumerated() where seen != has {
                throw DisplayRefusal(
                    .showsOther,
                    "the view shows \(Oracle.brief(seen)) in row \(item) of section \(section), the data source has "
                        + Oracle.brief(has),
                    at: .row(ItemPath(section: section, item: item))
                )
            }
        }
    }
}

/// Where a reload's insertion belongs, from deletions and insertions alone: UIKit does not look at moves.
struct ReloadShift {
    private let deletions: [Int]
    /// Of each insertion, how many of those that are there without it come before it; ascending.
    private let anchors: [Int]

    /// Creates the shift of one list.
    ///
    /// - Parameters:
    ///   - deletions: The offsets before, ascending.
    ///   - insertions: The offsets after, ascending.
    init(deletions: [Int], insertions: [Int]) {
        self.deletions = deletions
        anchors = insertions.enumerated().map { $0.element - $0.offset }
    }

    /// The offset after of what is at `offset` before.
    func callAsFunction(_ offset: Int) -> Int {
        let remaining = offset - Self.count(in: deletions) { $0 < offset }
        return remaining + Self.count(in: anchors) { $0 <= remaining }
    }

    /// How many values of an ascending list fulfil what only the first ones do.
    private static func count(in list: [Int], where isFirst: (Int) -> Bool) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if isFirst(list[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
