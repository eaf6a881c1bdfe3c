import DataSources

/// One batch of view updates, processed as in UIKit: first the rules in order, then the animation.
struct DisplayBatch<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    let changes: SectionedChanges
    let before: [PlainSection<Header, Item>]
    let after: [PlainSection<Header, Item>]
    let refresh: DisplayRefresh

    /// The view's content after the batch.
    func perform() throws(DisplayRefusal) -> [PlainSection<Header, Item>] {
        let origins = try sectionOrigins()
        let rows = try checkedRows()
        try checkSectionsOfRows()
        try checkCounts(rows, origins)
        let result = try animate(rows, origins)
        try compare(result)
        return result
    }

    /// Whether a content change is a deletion and an insertion.
    var reloads: Bool { refresh == .reload }

    /// Checks that the view shows what the data source has.
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

/// Computes the position of a reload's insertion from deletions and insertions alone: UIKit ignores moves.
struct ReloadShift {
    private let deletions: [Int]
    /// For each insertion, the number of existing elements before it; ascending.
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

    /// The offset after of the element at `offset` before.
    func callAsFunction(_ offset: Int) -> Int {
        let remaining = offset - Self.count(in: deletions) { $0 < offset }
        return remaining + Self.count(in: anchors) { $0 <= remaining }
    }

    /// The number of leading values of an ascending list that satisfy a condition.
    private static func count(in list: [Int], where isFirst: (Int) -> Bool) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if isFirst(list[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
