extension ListDraft {
    /// Replaces, for each of `items` in order, the item with the same id, or appends it if there is none.
    ///
    /// Of items with the same id the last one wins.
    ///
    /// - Complexity: O(*k* log *n*) for *k* items.
    @inlinable
    public mutating func upsert(contentsOf items: some Sequence<Item>) {
        for item in items { upsert(item) }
    }

    /// Removes the items with these ids: all or none.
    ///
    /// An id that occurs several times in `ids` counts once.
    ///
    /// - Returns: The items removed, in the order of the list.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable @discardableResult
    public mutating func remove(ids: some Sequence<Item.ID>) throws(EditError) -> [Item] {
        let positions = try knownPositions(of: ids)
        var hunks: [Hunk] = []
        var removed: [Item] = []
        for position in positions.sortedOnce() {
            hunks.appendDeletion(at: position)
            removed.append(tree.element(at: position))
        }
        _ = tree.splice(hunks, from: .none, index: &index, home: -1)
        finishEdit()
        return removed
    }

    /// The positions of the items with these ids, in the order of the ids.
    ///
    /// - Throws: ``EditError`` with all ids of which there is no item.
    @inlinable
    func knownPositions(of ids: some Sequence<Item.ID>) throws(EditError) -> [Int] {
        var positions: [Int] = []
        var unknown: [Item.ID] = []
        for id in ids {
            if let position = position(of: id) { positions.append(position) } else { unknown.append(id) }
        }
        if !unknown.isEmpty { throw .unknownItems(unknown) }
        return positions
    }

    /// Moves the items at `offsets` together to `gap`, as SwiftUI's `move(fromOffsets:toOffset:)` does in an array: all
    /// or none.
    ///
    /// All numbers are offsets before the move: a gap is that before the item with its number, and `count` is the end.
    /// The items keep their order. An offset that occurs several times counts once. An `IndexSet` is such a sequence:
    ///
    /// ```swift
    /// .onMove { offsets, gap in tasks.submit { try $0.move(fromOffsets: offsets, toOffset: gap) } }
    /// ```
    ///
    /// Subscribers receive moves. Moving items to where they are changes nothing.
    ///
    /// - Throws: ``EditError`` when an offset is outside `0..<count`, or the gap is outside `0...count`.
    /// - Complexity: O(*k* log *n*) for *k* offsets.
    @inlinable
    public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset gap: Int) throws(EditError) {
        let positions = Array(offsets).sortedOnce()
        try positions.checkMove(to: gap, count: tree.count, of: "move")
        try moveKnown(positions, to: gap)
    }

    /// Moves the items with these ids together, in the order of the ids, directly before the one with the id `other`, or
    /// to the end if that is `nil`: all or none.
    ///
    /// An id that occurs several times counts once, where it occurs first. If `other` is one of the ids, the items move
    /// to where it was: directly before the first item after it that does not move.
    ///
    /// Subscribers receive moves. Moving items to where they are changes nothing.
    ///
    /// - Throws: ``EditError`` when there is no item with one of the ids, all of which it names, or with the id `other`.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable
    public mutating func move(ids: some Sequence<Item.ID>, before other: Item.ID?) throws(EditError) {
        let positions = try knownPositions(of: ids).withoutRepetitions()
        let gap = if let other { try knownPosition(of: other) } else { tree.count }
        try moveKnown(positions, to: gap)
    }

    /// Moves the items at different positions, in this order, to a gap.
    @inlinable
    mutating func moveKnown(_ positions: [Int], to gap: Int) throws(EditError) {
        let hunks = [Hunk].moving(positions, to: gap, count: positions.count)
        if hunks.isEmpty { return }
        let refused = splice(hunks, from: ContiguousArray(positions.map { tree.element(at: $0) }))
        // Only if ids misbehave.
        if !refused.isEmpty { throw .duplicateItems(refused) }
    }

    /// Updates all items in place, in order.
    ///
    /// Nothing changes if `body` throws. An item whose new value equals the old one does not change.
    ///
    /// - Returns: The number of items that changed.
    /// - Throws: ``EditError`` when `body` changed an id; what `body` throws.
    /// - Complexity: O(*n* + *c* log *n*) for *c* items that change.
    @inlinable @discardableResult
    public mutating func updateAll(_ body: (inout Item) throws -> Void) throws -> Int {
        let changes = try tree.changes(by: body)
        for (position, item) in changes { tree.replace(at: position, with: item) }
        finishEdit()
        return changes.count
    }
}

extension ChunkTree where Element: Identifiable & Equatable {
    /// The elements that `body` changes, with their positions.
    ///
    /// - Throws: ``EditError`` when `body` changed an id; what `body` throws.
    @inlinable
    func changes(by body: (inout Element) throws -> Void) throws -> [(position: Int, element: Element)]
    where Element.ID: Sendable {
        var changes: [(position: Int, element: Element)] = []
        var position = 0
        var elements = Iterator(self)
        while let old = elements.next() {
            // Read before `body` runs: an object's id may change in place, in the old element too.
            let id = old.id
            var element = old
            try body(&element)
            guard areSameKey(element.id, id) else { throw EditError.identityChanged(from: id, to: element.id) }
            if !isUnchanged(old, element) { changes.append((position, element)) }
            position += 1
        }
        return changes
    }
}

extension [Hunk] {
    /// Adds the deletion of the element at a position after those deleted so far.
    @inlinable
    mutating func appendDeletion(at position: Int) {
        if let last = indices.last, self[last].old.upperBound == position {
            self[last].old = self[last].old.lowerBound..<position + 1
        } else {
            append(Hunk(old: position..<position + 1, new: 0..<0))
        }
    }
}

extension [Hunk] {
    /// The hunks that move elements to the gap before an old position of a list; empty if that changes nothing.
    ///
    /// There are `count` elements: those at `positions` of the list, in this order, and others from elsewhere.
    @usableFromInline
    static func moving(_ positions: [Int], to gap: Int, count: Int) -> [Hunk] {
        let ascending = positions.sorted()
        let before = ascending.partitioningIndex { $0 >= gap }
        if positions.elementsEqual(gap - before..<gap - before + count) { return [] }
        var hunks: [Hunk] = []
        for position in ascending[..<before] { hunks.appendDeletion(at: position) }
        hunks.append(Hunk(old: gap..<gap, new: 0..<count))
        for position in ascending[before...] { hunks.appendDeletion(at: position) }
        return hunks
    }
}

extension [Int] {
    /// Checks the ascending positions of elements to move, and the gap to which they move.
    @usableFromInline
    func checkMove(to gap: Int, count: Int, of verb: String) throws(EditError) {
        if let first, first < 0 { throw .position(first, of: verb, outside: 0..<count) }
        if let last, last >= count { throw .position(last, of: verb, outside: 0..<count) }
        if gap < 0 || gap > count { throw .position(gap, of: verb, outside: 0...count) }
    }
}

extension Array where Element: Hashable {
    /// The elements in order, of equal ones the first.
    @inlinable
    func withoutRepetitions() -> [Element] {
        var known = Set<Element>(minimumCapacity: count)
        return filter { known.insert($0).inserted }
    }
}

extension Array where Element: Comparable {
    /// The elements in ascending order, equal ones once.
    @inlinable
    func sortedOnce() -> [Element] {
        var result: [Element] = []
        for element in sorted() where result.last != element { result.append(element) }
        return result
    }
}

extension ListDraft {
    /// Fills an empty draft with items whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(count: Int, item: (_ position: Int) -> Item) {
        precondition(isEmpty, "only an empty draft can be filled")
        if count == 0 { return }
        tree.root.retireAll(index: &index)
        if index.knowsIDs { index.reserve(count) }
        tree = ChunkTree(count: count, index: &index, home: -1, element: item)
        checkInvariants()
    }

    /// Fills an empty draft with the items that `body` appends, whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(_ body: (_ append: (Item) -> Void) -> Void) {
        precondition(isEmpty, "only an empty draft can be filled")
        tree.root.retireAll(index: &index)
        tree = ChunkTree(index: &index, home: -1, body)
        checkInvariants()
    }
}
