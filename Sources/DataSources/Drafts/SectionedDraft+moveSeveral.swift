extension SectionedDraft {
    /// Moves the items at `offsets` of the section with this id together to `gap` in it, as SwiftUI's
    /// `move(fromOffsets:toOffset:)` does in an array: all or none.
    ///
    /// All numbers are offsets before the move: a gap is that before the item with its number, and the section's count
    /// is the end. The items keep their order. An offset that occurs several times counts once. An `IndexSet` is such a
    /// sequence.
    ///
    /// Subscribers receive moves. Moving items to where they are changes nothing.
    ///
    /// - Throws: ``EditError`` when there is no such section, or an offset or the gap is out of its bounds.
    /// - Complexity: O(*k* log *n*) for *k* offsets.
    @inlinable
    public mutating func moveItems(
        fromOffsets offsets: some Sequence<Int>, toOffset gap: Int, inSection id: Header.ID
    ) throws(EditError) {
        let section = try knownSection(id)
        let positions = Array(offsets).sortedOnce()
        try positions.checkMove(
            to: gap, count: itemCount(ofSection: section), of: "move items of section \(section)")
        try moveKnown(
            positions.map { ItemPath(section: section, item: $0) }, to: ItemPath(section: section, item: gap))
    }

    /// Moves the items with these ids, from any sections, together and in the order of the ids, directly before the one
    /// with the id `other`, into its section: all or none.
    ///
    /// An id that occurs several times counts once, where it occurs first. If `other` is one of the ids, the items move
    /// to where it was: directly before the first item after it that does not move, or to the end of its section.
    ///
    /// Subscribers receive moves. Moving items to where they are changes nothing. Sections without items stay.
    ///
    /// - Throws: ``EditError`` when there is no item with one of the ids, all of which it names, or with the id `other`.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable
    public mutating func moveItems(ids: some Sequence<Item.ID>, before other: Item.ID) throws(EditError) {
        try moveKnown(knownPaths(of: ids).withoutRepetitions(), to: knownPath(of: other))
    }

    /// Moves the items with these ids, from any sections, together and in the order of the ids, to the end of a section:
    /// all or none.
    ///
    /// Otherwise it is as ``moveItems(ids:before:)``.
    ///
    /// - Throws: ``EditError`` when there is no item with one of the ids, all of which it names, or no such section.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable
    public mutating func moveItems(ids: some Sequence<Item.ID>, toSection id: Header.ID) throws(EditError) {
        let paths = try knownPaths(of: ids).withoutRepetitions()
        let section = try knownSection(id)
        try moveKnown(paths, to: ItemPath(section: section, item: itemCount(ofSection: section)))
    }

    /// Moves the items at different paths, in this order, to a gap.
    @inlinable
    mutating func moveKnown(_ paths: [ItemPath], to gap: ItemPath) throws(EditError) {
        let hunks = [Hunk].moving(
            paths.filter { $0.section == gap.section }.map(\.item), to: gap.item, count: paths.count)
        if hunks.isEmpty { return }
        let items = ContiguousArray(paths.map { sections.element(at: $0.section).tree.element(at: $0.item) })
        // If ids misbehave, the insertion can be refused after items have left other sections.
        let before = snapshot
        let savepoints = beginTransaction()
        for plan in paths.filter({ $0.section != gap.section }).sorted().deletions {
            _ = splice(plan.hunks, from: .none, section: plan.section)
        }
        func insert(_ draft: inout SectionedDraft) -> [Item.ID] {
            items.withBorrowedElements { draft.splice(hunks, from: $0, section: gap.section) }
        }
        var duplicates = insert(&self)
        if !duplicates.isEmpty, relearnItemIDs(ifMissing: duplicates) { duplicates = insert(&self) }
        if !duplicates.isEmpty {
            restore(before, since: savepoints)
            throw .duplicateItems(duplicates)
        }
        keepTransaction(since: savepoints)
        finishEdit()
    }

    /// Moves the sections at `offsets` together to `gap`, as SwiftUI's `move(fromOffsets:toOffset:)` does in an array:
    /// all or none.
    ///
    /// All numbers are offsets before the move: a gap is that before the section with its number, and `count` is the end.
    /// The sections keep their order. An offset that occurs several times counts once.
    ///
    /// - Throws: ``EditError`` when an offset is outside `0..<count`, or the gap is outside `0...count`.
    /// - Complexity: O(*k* log *s*) for *k* offsets.
    @inlinable
    public mutating func moveSections(fromOffsets offsets: some Sequence<Int>, toOffset gap: Int) throws(EditError) {
        let positions = Array(offsets).sortedOnce()
        try positions.checkMove(to: gap, count: sections.count, of: "move sections")
        let hunks = [Hunk].moving(positions, to: gap, count: positions.count)
        if hunks.isEmpty { return }
        let records = ContiguousArray(positions.map { sections.element(at: $0) })
        func splice(_ draft: inout SectionedDraft) -> [Header.ID] {
            records.withBorrowedElements {
                draft.sections.splice(hunks, from: $0, index: &draft.sectionIndex, home: -1)
            }
        }
        var duplicates = splice(&self)
        if !duplicates.isEmpty {
            // Only if ids misbehave.
            relearnSectionIDs()
            duplicates = splice(&self)
        }
        if !duplicates.isEmpty { throw .duplicateSections(duplicates) }
        finishEdit()
    }
}

extension [ItemPath] {
    /// The hunks that remove the items at ascending paths, by section.
    @usableFromInline
    var deletions: [(section: Int, hunks: [Hunk])] {
        var plans: [(section: Int, hunks: [Hunk])] = []
        for path in self {
            if plans.last?.section != path.section { plans.append((path.section, [])) }
            plans[plans.count - 1].hunks.appendDeletion(at: path.item)
        }
        return plans
    }
}
