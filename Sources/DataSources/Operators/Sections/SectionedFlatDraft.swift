/// A draft of the results made from the items of sections, one or none per item, in the same sections.
@usableFromInline
struct SectionedFlatDraft<Header, Result>: ~Copyable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    @usableFromInline var draft = SectionedDraft<Header, Result>()
    /// Where results are; `nil` if each item has one, so that they are at the same paths.
    @usableFromInline var weights: SectionWeights?

    /// Creates an empty draft.
    ///
    /// - Parameter isTotal: Whether each item has a result.
    @inlinable
    init(isTotal: Bool) {
        weights = isTotal ? nil : SectionWeights()
    }

    /// Replaces everything; equal results do not count as changes.
    @inlinable
    mutating func put(_ content: SectionedContent<Header, Result>) {
        draft.put(content)
        if weights != nil { weights = SectionWeights(sizes: content.sizes, weights: content.weights) }
    }
}

extension SectionedFlatDraft {
    /// Applies the changes of other sections to this draft, whose sections from `base` on correspond to them.
    ///
    /// First it removes what is deleted or moved, items before sections, from last to first. Then it inserts and
    /// updates, from first to last, so paths stay valid throughout. A moved item keeps its result.
    ///
    /// - Parameters:
    ///   - update: An update that starts from as many sections, with as many items, as the draft has there.
    ///   - base: The position of the first section in the draft; 0 unless each item has a result.
    ///   - makeHeader: Makes a header; must give equal ids for equal ids.
    ///   - make: Makes the result of an item that is inserted or updated, in the order of paths; must give equal ids for
    ///     equal ids.
    /// - Throws: ``EditError`` if two headers or two results have the same id, or a path is out of bounds; the draft is
    ///   then inconsistent.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the items of sections inserted and deleted.
    @inlinable
    mutating func replay<OtherHeader, Item>(
        _ update: Update<SectionedSnapshot<OtherHeader, Item>>,
        at base: Int = 0,
        header makeHeader: (OtherHeader) -> Header,
        item make: (Item) -> Result?
    ) throws(EditError) {
        let (after, changes) = (update.after, update.changes)
        // If ids misbehaved, the draft may have fewer sections and items than the update starts from.
        if !update.before.isEmpty { try draft.checkSection(base + update.before.count - 1, of: "follow a change") }
        // The results of items that move and are not updated, by their paths after the update.
        var moved: [ItemPath: Result?] = [:]
        for pair in changes.moves { moved[pair.after] = .some(try result(at: pair.before, base)) }
        func results(from first: ItemPath, _ count: Int) -> [Result?] {
            var results: [Result?] = []
            results.reserveCapacity(count)
            let items = ListSnapshot(tree: after.tree.element(at: first.section).tree, lineage: .none)
            items.forEach(in: first.item..<first.item + count) { offset, item in
                results.append(moved[ItemPath(section: first.section, item: offset)] ?? make(item))
            }
            return results
        }
        var arrivals: [(path: ItemPath, arrival: SectionedArrival)] = []
        for pair in changes.updates where moved.removeValue(forKey: pair.after) == nil {
            arrivals.append((pair.after, .update))
        }
        try remove(changes, base)
        var movedWeights = weights?.removeLeavingSections(changes.sections) ?? [:]
        var aside = try draft.removeLeavingSections(changes.sections, at: base)[...]
        arrivals.append(arrivalsOf: changes, aside)
        for (path, arrival) in arrivals {
            let section = base + path.section
            switch arrival {
            case .section where aside.first == path.section:
                draft.moveSection(from: draft.count - aside.count, to: section)
                aside.removeFirst()
                weights?.insertSection(movedWeights.removeValue(forKey: path.section) ?? [], at: path.section)
            case .section:
                let record = after.tree.element(at: path.section)
                let results = results(from: ItemPath(section: path.section, item: 0), record.tree.count)
                let items = results.compactMap { $0 }
                try draft.insertSection(ItemSection(makeHeader(record.header), items: items), at: section)
                weights?.insertSection(results.map { $0 == nil ? 0 : 1 }, at: path.section)
            case .items(let count):
                let places = places(path.item..<path.item, inSection: path.section)
                let results = results(from: path, count)
                weights?.insert(results.map { $0 == nil ? 0 : 1 }, at: path)
                try draft.replaceKnown(places, inSection: section, with: results.compactMap { $0 })
            case .update: try put(make(after.item(at: path)), at: path, base)
            }
        }
        for pair in changes.sections.updates {
            draft.putHeader(makeHeader(after.tree.element(at: pair.after).header), at: base + pair.after)
        }
    }

    /// The places of the results of some upstream items in their section.
    @inlinable
    func places(_ offsets: Range<Int>, inSection section: Int) -> Range<Int> {
        weights?.places(offsets, inSection: section) ?? offsets
    }

    /// The result of the item at an upstream path.
    @inlinable
    func result(at path: ItemPath, _ base: Int) throws(EditError) -> Result? {
        let places = places(path.item..<path.item + 1, inSection: path.section)
        if places.isEmpty { return nil }
        let place = ItemPath(section: base + path.section, item: places.lowerBound)
        try draft.checkPath(place, of: "move")
        return draft.sections.element(at: place.section).tree.element(at: place.item)
    }

    /// Removes the items that are deleted or moved, with their results.
    @inlinable
    mutating func remove(_ changes: SectionedChanges, _ base: Int) throws(EditError) {
        var departures = changes.deletions.runs.map { (first: $0.first, count: $0.count) }
        for run in changes.moves.runs { departures.append((run.before, run.count)) }
        departures.sort { $0.first > $1.first }
        for run in departures {
            let (offsets, section) = (run.first.item..<run.first.item + run.count, run.first.section)
            let places = places(offsets, inSection: section)
            weights?.remove(offsets, inSection: section)
            try draft.replaceKnown(places, inSection: base + section, with: EmptyCollection())
        }
    }

    /// Replaces the result of the item at an upstream path; `nil` removes it.
    @inlinable
    mutating func put(_ result: Result?, at path: ItemPath, _ base: Int) throws(EditError) {
        let (places, section) = (places(path.item..<path.item + 1, inSection: path.section), base + path.section)
        if let result, !places.isEmpty {
            let place = ItemPath(section: section, item: places.lowerBound)
            try draft.checkPath(place, of: "update")
            draft.putItem(result, at: place)
        } else if result != nil || !places.isEmpty {
            weights?.set(result == nil ? 0 : 1, at: path)
            try draft.replaceKnown(places, inSection: section, with: [result].compactMap { $0 })
        }
    }
}

/// What arrives at a path.
@usableFromInline
enum SectionedArrival {
    case section
    case items(count: Int)
    /// New content of an item that stays where it is.
    case update
}

extension [(path: ItemPath, arrival: SectionedArrival)] {
    /// Adds the sections and items that come or move, and sorts everything by path; a section precedes its items.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func append(arrivalsOf changes: SectionedChanges, _ aside: ArraySlice<Int>) {
        let inserted = Set(changes.sections.insertions)
        for section in inserted.union(aside) { append((ItemPath(section: section, item: -1), .section)) }
        for run in changes.insertions.runs { append((run.first, .items(count: run.count))) }
        for run in changes.moves.runs where !inserted.contains(run.after.section) {
            append((run.after, .items(count: run.count)))
        }
        if count > 1 { sort { $0.path < $1.path } }
    }
}
