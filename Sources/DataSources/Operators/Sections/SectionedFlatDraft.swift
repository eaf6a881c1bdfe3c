/// A draft of the results made from the items of sections, one or none per item, in the same sections.
///
/// ```
/// upstream    A: a b c    B: d    C:    D: e f
/// sizes       3           1       0     2          the number of upstream items of each section
/// weights     1 0 1       1             0 1        the number of results per item, all sections in a row
/// draft       A: a c      B: d    C:    D: f
/// ```
///
/// Two prefix sums convert an upstream path into a position in the draft's section, without reading other sections.
@usableFromInline
struct SectionedFlatDraft<Header, Result>: ~Copyable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    @usableFromInline var draft = SectionedDraft<Header, Result>()
    @usableFromInline var sizes = WeightSequence()
    @usableFromInline var weights = WeightSequence()

    @inlinable
    init() {}

    /// Replaces everything; equal results do not count as changes.
    @inlinable
    mutating func put(_ content: SectionedContent<Header, Result>) {
        draft.put(content)
        sizes = WeightSequence(content.sizes)
        weights = WeightSequence(content.weights)
    }
}

// MARK: - Places

extension SectionedFlatDraft {
    /// The range of some upstream items among all items, and the range of their results in their section.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    func places(_ offsets: Range<Int>, inSection section: Int) -> (items: Range<Int>, results: Range<Int>) {
        let start = sizes.sum(upTo: section)
        let items = start + offsets.lowerBound..<start + offsets.upperBound
        let first = weights.sum(upTo: start)
        return (items, weights.sum(upTo: items.lowerBound) - first..<weights.sum(upTo: items.upperBound) - first)
    }

    /// The results of some items of a section, `nil` where there is none.
    @inlinable
    func results(of offsets: Range<Int>, inSection section: Int) throws(EditError) -> [Result?] {
        let (items, results) = places(offsets, inSection: section)
        let tree = draft.sections.element(at: section).tree
        guard results.upperBound <= tree.count else {
            throw .range(results, of: "move the items of section \(section) at", count: tree.count)
        }
        var next = results.lowerBound
        return weights.weights(in: items).map { weight in
            if weight == 0 { return nil }
            defer { next += 1 }
            return tree.element(at: next)
        }
    }

    /// Removes items with their results.
    @inlinable
    mutating func remove(_ offsets: Range<Int>, inSection section: Int) throws(EditError) {
        let (items, results) = places(offsets, inSection: section)
        weights.removeSubrange(items)
        sizes[section] -= UInt32(offsets.count)
        try draft.replaceKnown(results, inSection: section, with: EmptyCollection())
    }

    /// Inserts the results of items, `nil` where there is none; the first item has the upstream path `path`.
    @inlinable
    mutating func insert(_ results: [Result?], at path: ItemPath) throws(EditError) {
        let (items, places) = places(path.item..<path.item, inSection: path.section)
        weights.insert(contentsOf: results.map { $0 == nil ? 0 : 1 }, at: items.lowerBound)
        sizes[path.section] += UInt32(results.count)
        try draft.replaceKnown(places, inSection: path.section, with: results.compactMap { $0 })
    }

    /// Replaces the result of the item at the upstream path `path`; `nil` removes it.
    @inlinable
    mutating func put(_ result: Result?, at path: ItemPath) throws(EditError) {
        let (items, places) = places(path.item..<path.item + 1, inSection: path.section)
        if let result, !places.isEmpty {
            let place = ItemPath(section: path.section, item: places.lowerBound)
            try draft.checkPath(place, of: "update")
            draft.putItem(result, at: place)
        } else if result != nil || !places.isEmpty {
            weights[items.lowerBound] = result == nil ? 0 : 1
            try draft.replaceKnown(places, inSection: path.section, with: [result].compactMap { $0 })
        }
    }
}
