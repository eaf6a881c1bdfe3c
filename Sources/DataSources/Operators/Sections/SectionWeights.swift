/// Where the results made from the items of sections are, if an item has one result or none.
///
/// ```
/// upstream    A: a b c    B: d    C:    D: e f
/// sizes       3           1       0     2          the number of upstream items of each section
/// weights     1 0 1       1             0 1        the number of results per item, all sections in a row
/// results     A: a c      B: d    C:    D: f
/// ```
///
/// Two prefix sums convert an upstream path into a place in a section of results, without reading other sections. The
/// code does not depend on a client's types, so it is compiled once, in this module.
@usableFromInline
struct SectionWeights: Sendable {
    private var sizes: WeightSequence
    private var weights: WeightSequence

    @usableFromInline @_semantics("optimize.no.crossmodule")
    init(sizes: [UInt32] = [], weights: [UInt32] = []) {
        (self.sizes, self.weights) = (WeightSequence(sizes), WeightSequence(weights))
    }

    /// The range of some upstream items among all items.
    private func items(_ offsets: Range<Int>, inSection section: Int) -> Range<Int> {
        let start = sizes.sum(upTo: section)
        return start + offsets.lowerBound..<start + offsets.upperBound
    }

    /// The places of the results of some upstream items.
    ///
    /// - Complexity: O(log *n*).
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    func places(_ offsets: Range<Int>, inSection section: Int) -> Range<Int> {
        let items = items(offsets, inSection: section)
        let first = weights.sum(upTo: items.lowerBound - offsets.lowerBound)
        return weights.sum(upTo: items.lowerBound) - first..<weights.sum(upTo: items.upperBound) - first
    }

    /// Removes items.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func remove(_ offsets: Range<Int>, inSection section: Int) {
        weights.removeSubrange(items(offsets, inSection: section))
        sizes[section] -= UInt32(offsets.count)
    }

    /// Inserts items with these weights.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func insert(_ new: [UInt32], at path: ItemPath) {
        weights.insert(contentsOf: new, at: sizes.sum(upTo: path.section) + path.item)
        sizes[path.section] += UInt32(new.count)
    }

    /// Sets the weight of an item.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func set(_ weight: UInt32, at path: ItemPath) {
        weights[sizes.sum(upTo: path.section) + path.item] = weight
    }

    /// Removes deleted and moved sections.
    ///
    /// - Returns: The weights of the items of moved sections, by destination.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func removeLeavingSections(_ changes: Changes<Int>) -> [Int: [UInt32]] {
        var moved: [Int: [UInt32]] = [:]
        var departures: [(before: Int, after: Int?)] = changes.deletions.map { ($0, nil) }
        for pair in changes.moves { departures.append((pair.before, pair.after)) }
        for (before, after) in departures.sorted(by: { $0.before > $1.before }) {
            let items = sizes.units(at: before)
            if let after { moved[after] = weights.weights(in: items) }
            weights.removeSubrange(items)
            sizes.removeSubrange(before..<before + 1)
        }
        return moved
    }

    /// Inserts a section with items of these weights.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func insertSection(_ new: [UInt32], at position: Int) {
        sizes.insert(contentsOf: [UInt32(new.count)], at: position)
        weights.insert(contentsOf: new, at: sizes.sum(upTo: position))
    }
}
