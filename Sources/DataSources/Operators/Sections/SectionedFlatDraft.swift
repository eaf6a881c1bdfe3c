/// What is made of the items of sections, none or one of each, in the same sections: a draft that follows them.
///
/// ```
/// upstream    A: a b c    B: d    C:    D: e f
/// sizes       3           1       0     2          how many items each section has upstream
/// weights     1 0 1       1             0 1        how many were made of each, all sections' in a row
/// draft       A: a c      B: d    C:    D: f
/// ```
///
/// Two sums say where in its section something is whose path upstream is known, without a look at other sections.
@usableFromInline
struct SectionedFlatDraft<Header, Result>: ~Copyable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    @usableFromInline var draft = SectionedDraft<Header, Result>()
    @usableFromInline var sizes = WeightSequence()
    @usableFromInline var weights = WeightSequence()

    /// How many changes are too few to go through everything for, however little there is.
    @usableFromInline let fewest: Int

    @inlinable
    init(goingThroughAllFrom fewest: Int) {
        self.fewest = fewest
    }

    @inlinable var snapshot: SectionedSnapshot<Header, Result> { draft.snapshot }

    /// Follows an update; what was made of items that stay is kept, wherever they are.
    ///
    /// - Parameters:
    ///   - update: An update that starts where the one before ended.
    ///   - make: What is made of an item, if anything: something with its id. It is called for items inserted and updated,
    ///     in the order of paths.
    /// - Complexity: O(*k* log *n*) for *k* changes, where a section that comes, goes or moves counts as its items, and at
    ///   most O(*n* log *n*).
    @inlinable
    mutating func follow<Item>(
        _ update: Update<SectionedSnapshot<Header, Item>>,
        make: (_ item: Item) -> Result?
    ) where Item.ID == Result.ID {
        if update.before.isEmpty {
            remake(from: update.after, make: make)
        } else if update.changes.isUpheaval(of: update.after.itemCount, from: fewest) {
            put(draft.content(after: update, make: make))
        } else {
            do {
                try replay(update, make: make)
            } catch {
                draft = SectionedDraft()
                remake(from: update.after, make: make)
            }
        }
    }

    /// Makes everything anew; what comes out equal to what was there stays what it was.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remake<Item>(
        from snapshot: SectionedSnapshot<Header, Item>,
        make: (_ item: Item) -> Result?
    ) where Item.ID == Result.ID {
        put(SectionedContent(of: snapshot) { _, item in make(item) })
    }

    @inlinable
    mutating func put(_ content: SectionedContent<Header, Result>) {
        draft.put(content)
        sizes = WeightSequence(content.sizes)
        weights = WeightSequence(content.weights)
    }
}

// MARK: - Places

extension SectionedFlatDraft {
    /// Where items upstream are among all items, and what was made of them is in their section.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    func places(_ offsets: Range<Int>, inSection section: Int) -> (items: Range<Int>, results: Range<Int>) {
        let start = sizes.sum(upTo: section)
        let items = start + offsets.lowerBound..<start + offsets.upperBound
        let first = weights.sum(upTo: start)
        return (items, weights.sum(upTo: items.lowerBound) - first..<weights.sum(upTo: items.upperBound) - first)
    }

    /// What was made of some items of a section, `nil` where it was nothing.
    @inlinable
    func results(of offsets: Range<Int>, inSection section: Int) -> [Result?] {
        let (items, results) = places(offsets, inSection: section)
        let tree = draft.sections.element(at: section).tree
        var next = results.lowerBound
        return weights.weights(in: items).map { weight in
            if weight == 0 { return nil }
            defer { next += 1 }
            return tree.element(at: next)
        }
    }

    /// Takes items out, with what was made of them.
    @inlinable
    mutating func remove(_ offsets: Range<Int>, inSection section: Int) throws(EditError) {
        let (items, results) = places(offsets, inSection: section)
        weights.removeSubrange(items)
        sizes[section] -= UInt32(offsets.count)
        try draft.replaceKnown(results, inSection: section, with: EmptyCollection())
    }

    /// Puts in what was made of items, `nil` where it is nothing, so that the first of them is at `path` upstream.
    @inlinable
    mutating func insert(_ results: [Result?], at path: ItemPath) throws(EditError) {
        let (items, places) = places(path.item..<path.item, inSection: path.section)
        weights.insert(contentsOf: results.map { $0 == nil ? 0 : 1 }, at: items.lowerBound)
        sizes[path.section] += UInt32(results.count)
        try draft.replaceKnown(places, inSection: path.section, with: results.compactMap { $0 })
    }

    /// Puts `result`, or nothing, in the place of what was made of the item at `path` upstream.
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
