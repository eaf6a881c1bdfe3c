/// Mutable sections with indexes by id: the argument of a transaction's closure.
///
/// Each edit costs O(log *n*). An edit that fails throws and changes nothing; the closure decides whether to keep the
/// rest of the transaction.
///
/// ```swift
/// try await company.transaction { draft in
///     try draft.moveItem(id: alice.id, toSection: sales.id, at: 0)
///     try draft.updateSection(id: sales.id) { $0.title = "Field" }
/// }
/// ```
///
/// A draft can also be used on its own, to build a ``SectionedSnapshot`` without a source. It cannot be copied, because
/// its indexes by id are as large as its content.
public struct SectionedDraft<Header, Item>: ~Copyable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline typealias Record = SectionRecord<Header, Item>

    @usableFromInline var sections: ChunkTree<SectionRecord<Header, Item>>
    @usableFromInline var sectionIndex: SlotIndex<Header.ID>
    @usableFromInline var itemIndex: SlotIndex<Item.ID>
    @usableFromInline var names: SectionNames<Header.ID>
    @usableFromInline var totalItems: Int
    @usableFromInline let lineage: Lineage
    /// The error of the first assignment in this transaction that could not be made.
    @usableFromInline var failedAssignment: EditError?

    /// Creates an empty draft.
    @inlinable
    public init() {
        sectionIndex = SlotIndex()
        sections = ChunkTree(emptyAt: sectionIndex.makeSlot(under: -1))
        itemIndex = SlotIndex()
        names = SectionNames()
        totalItems = 0
        lineage = .unique()
    }

    /// Creates an empty draft without an index of items by id, which costs less.
    ///
    /// The caller must keep item ids unique. Looking up an item's id traps until ``learnItemIDs()`` is called.
    @inlinable
    package init(byPosition: Void) {
        self.init()
        itemIndex.knowsIDs = false
    }

    /// Builds the index of items by id, if there is none.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    package mutating func learnItemIDs() {
        if itemIndex.knowsIDs { return }
        itemIndex.knowsIDs = true
        itemIndex.reserve(totalItems)
        sections.forEachLeaf { records, _ in
            for record in records {
                record.tree.forEachLeaf { part, slot in
                    part.withBorrowedElements { itemIndex.enter(contentsOf: $0, in: slot) }
                }
            }
        }
        checkInvariants()
    }

    /// Creates a draft of `sections` in their order.
    ///
    /// - Throws: ``EditError`` with every duplicate section id, or every duplicate item id.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ sections: some Sequence<ItemSection<Header, Item>>) throws(EditError) {
        self.init()
        try replaceAll(with: sections)
    }

    /// The sections at this point: an O(1) copy, unaffected by later edits.
    @inlinable
    public var snapshot: SectionedSnapshot<Header, Item> {
        SectionedSnapshot(tree: sections, lineage: lineage, totalItems: totalItems)
    }

    /// The number of sections.
    @inlinable
    public var count: Int { sections.count }

    /// The number of items in all sections.
    @inlinable
    public var itemCount: Int { totalItems }

    /// Whether there are no sections.
    @inlinable
    public var isEmpty: Bool { sections.count == 0 }

    /// The section at `position`; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*).
    @inlinable
    public subscript(position: Int) -> ItemSection<Header, Item>? { snapshot[section: position] }

    /// The section at `position`; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*).
    @inlinable
    public subscript(section position: Int) -> ItemSection<Header, Item>? {
        snapshot[section: position]
    }

    /// The item at `path`; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(path: ItemPath) -> Item? {
        snapshot[path]
    }

    /// The section with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*) expected.
    @inlinable
    public subscript(sectionID id: Header.ID) -> ItemSection<Header, Item>? {
        sectionPosition(of: id).flatMap { snapshot[section: $0] }
    }

    /// The item with this id; `nil` when there is none.
    ///
    /// It is a mutable place: `draft[id: bob.id]?.salary = 100` updates the item, unless the new value equals the old
    /// one. Assigning `nil` removes the item, if there is one.
    ///
    /// A setter cannot throw. If an assignment cannot be made (the new item has another id, or there is no
    /// item with the id to replace), it
    /// changes nothing, and the transaction throws the error when its closure returns; see ``assignmentError``.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public subscript(id id: Item.ID) -> Item? {
        get { path(of: id).flatMap { snapshot[$0] } }
        set { assign(newValue, to: id) }
    }

    /// The position of the section with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*) expected.
    @inlinable
    public func sectionPosition(of id: Header.ID) -> Int? {
        sections.position(of: id, in: sectionIndex)
    }

    /// The path of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public func path(of id: Item.ID) -> ItemPath? {
        let hash = itemIndex.searchHash(of: id)
        guard let slots = itemIndex.path(to: hash) else { return nil }
        return path(of: id, along: slots) ?? otherPath(of: id, hash: hash)
    }

    /// The path of an item that is not where its first entry leads; not specialized, as that is rare.
    @usableFromInline @inline(never)
    func otherPath(of id: Item.ID, hash: UInt32) -> ItemPath? {
        var isStale = false
        for slots in itemIndex.paths(to: hash) {
            if let path = path(of: id, along: slots) { return path }
            if !hasItem(hash: hash, along: slots) { isStale = true }
        }
        return isStale ? snapshot.path(of: id) : nil
    }

    /// Whether the index entry that led to a path is right: the leaf there has an item with this hash.
    func hasItem(hash: UInt32, along slots: SlotPath) -> Bool {
        guard let name = names.id(atHome: slots.home), let section = sectionPosition(of: name) else { return false }
        return sections.element(at: section).tree.hasElement(hash: hash, along: slots, in: itemIndex)
    }

    /// The path of an item along its index entry; `nil` when the entry is stale because the id misbehaves.
    @inlinable
    func path(of id: Item.ID, along slots: SlotPath) -> ItemPath? {
        guard let name = names.id(atHome: slots.home), let section = sectionPosition(of: name),
            let item = sections.element(at: section).tree.position(of: id, along: slots)
        else { return nil }
        return ItemPath(section: section, item: item)
    }

    /// Whether there is an item with this id.
    ///
    /// - Complexity: O(log *n*) expected.
    @inlinable
    public func contains(id: Item.ID) -> Bool {
        path(of: id) != nil
    }

    /// Whether there is a section with this id.
    ///
    /// - Complexity: O(log *s*) expected.
    @inlinable
    public func contains(sectionID id: Header.ID) -> Bool {
        sectionPosition(of: id) != nil
    }

    @inlinable
    func knownPath(of id: Item.ID) throws(EditError) -> ItemPath {
        guard let path = path(of: id) else { throw .unknownItem(id) }
        return path
    }

    @inlinable
    func knownSection(_ id: Header.ID) throws(EditError) -> Int {
        guard let position = sectionPosition(of: id) else { throw .unknownSection(id) }
        return position
    }

    @inlinable
    func itemCount(ofSection position: Int) -> Int {
        sections.element(at: position).tree.count
    }

    /// Edits one section's tree in place, with the index of items and the home of the tree.
    @inlinable
    static func edit<R>(
        _ sections: inout ChunkTree<Record>,
        _ index: inout SlotIndex<Item.ID>,
        section: Int,
        _ body: (inout ChunkTree<Item>, inout SlotIndex<Item.ID>, _ home: Int32) -> R
    ) -> R {
        sections.modify(at: section) { record in body(&record.tree, &index, record.home) }
    }

    /// Replaces items of one section, or changes nothing if that would duplicate an id of any section; returns the ids
    /// that would be duplicated.
    @inlinable
    mutating func splice(_ hunks: [Hunk], from elements: BorrowedElements<Item>, section: Int) -> [Item.ID] {
        if hunks.isEmpty { return [] }
        let record = sections.element(at: section)
        var pending = record.tree.beginSplice(hunks, from: elements, index: &itemIndex, home: record.home)
        if !pending.doubtful.isEmpty {
            let duplicates = pending.duplicates(itemIndex) { id, slots in
                guard let path = path(of: id, along: slots) else { return false }
                return path.section != section || !hunks.removeElement(at: path.item)
            }
            if !duplicates.isEmpty {
                record.tree.undoSplice(pending, index: &itemIndex)
                return duplicates
            }
        }
        Self.edit(&sections, &itemIndex, section: section) { tree, index, home in
            tree.finishSplice(&pending, index: &index, home: home)
        }
        return []
    }

    /// Adds an id that the index has refused, if there is no item with it: another id has its hash, or the entry is
    /// stale, as an id that changed in place leaves its old entry behind.
    @usableFromInline @inline(never)
    mutating func claimAgain(_ id: Item.ID, in slot: Int32) -> Bool {
        if path(of: id) != nil { return false }
        itemIndex.enter(id, in: slot)
        return true
    }

    /// Checks the index entries of ids that it has refused; if one is stale, rebuilds the index.
    ///
    /// - Returns: Whether it rebuilt the index, so that the edit is worth another try.
    @usableFromInline @inline(never)
    mutating func relearnItemIDs(ifMissing ids: [Item.ID]) -> Bool {
        for id in ids {
            let hash = itemIndex.searchHash(of: id)
            for slots in itemIndex.paths(to: hash) where !hasItem(hash: hash, along: slots) {
                relearnItemIDs()
                return true
            }
        }
        return false
    }

    /// Rebuilds the index of items.
    @usableFromInline @inline(never)
    mutating func relearnItemIDs() {
        itemIndex.leaveAll(keepingCapacity: false)
        sections.forEachLeaf { records, _ in
            for record in records {
                record.tree.forEachLeaf { part, slot in
                    part.withBorrowedElements { itemIndex.enter(contentsOf: $0, in: slot) }
                }
            }
        }
    }

    /// Rebuilds the index of sections.
    @usableFromInline @inline(never)
    mutating func relearnSectionIDs() {
        sectionIndex.leaveAll(keepingCapacity: false)
        sections.forEachLeaf { records, slot in for record in records { sectionIndex.enter(record.id, in: slot) } }
    }

    /// The numbers of ids in the indexes: those of sections and items, unless ids misbehave.
    ///
    /// For tests.
    package var indexedIDCounts: (sections: Int, items: Int) { (sectionIndex.idCount, itemIndex.idCount) }

    /// Finishes a successful edit: removes stale index entries if there are many.
    @inlinable @inline(__always)
    mutating func finishEdit() {
        sweepIDs()
        checkInvariants()
    }

    /// Removes stale index entries if there are many, or if there are no items.
    @inlinable @inline(__always)
    mutating func sweepIDs() {
        if itemIndex.needsSweep(itemCount: totalItems) { relearnItemIDs() }
        if sectionIndex.needsSweep(itemCount: sections.count) { relearnSectionIDs() }
    }

    @usableFromInline typealias Savepoints = (sections: Savepoint, items: Savepoint, names: Savepoint)

    @inlinable
    mutating func beginTransaction() -> Savepoints {
        (sectionIndex.beginTransaction(), itemIndex.beginTransaction(), names.beginTransaction())
    }

    @inlinable
    mutating func keepTransaction(since savepoints: Savepoints) {
        sectionIndex.keepTransaction(since: savepoints.sections)
        itemIndex.keepTransaction(since: savepoints.items)
        names.keepTransaction(since: savepoints.names)
    }

    /// Undoes all edits since `savepoints`, when the draft was `snapshot`.
    ///
    /// - Complexity: O(*s* + changes); O(*n*) when another draft was assigned to this one.
    @usableFromInline @inline(never)
    mutating func restore(_ snapshot: SectionedSnapshot<Header, Item>, since savepoints: Savepoints) {
        if lineage != snapshot.lineage { return rebuild(snapshot, since: savepoints) }
        let kept = Self.recordsByRoot(of: snapshot.tree)
        let dropped = Self.recordsByRoot(of: sections)
        let oldTrees = kept.filter { dropped[$0.key] == nil }.map { HousedTree($0.value.tree, home: $0.value.home) }
        let newTrees = dropped.filter { kept[$0.key] == nil }.map { HousedTree($0.value.tree, home: $0.value.home) }
        itemIndex.restore(oldTrees, from: newTrees)
        sectionIndex.restore([HousedTree(snapshot.tree, home: -1)], from: [HousedTree(sections, home: -1)])
        sectionIndex.dropTransaction(since: savepoints.sections)
        itemIndex.dropTransaction(since: savepoints.items)
        names.dropTransaction(since: savepoints.names)
        sections = snapshot.tree
        totalItems = snapshot.totalItems
        sweepIDs()
    }

    /// Restores `snapshot` after another draft, with other indexes, was assigned to this one.
    @usableFromInline
    mutating func rebuild(_ snapshot: SectionedSnapshot<Header, Item>, since savepoints: Savepoints) {
        var other = SectionedDraft(byPosition: ())
        // It throws only if a section's id has changed in place to that of another section.
        for section in snapshot { try? other.appendSection(section) }
        if itemIndex.knowsIDs { other.learnItemIDs() }
        other.sectionIndex.isInTransaction = savepoints.sections.isNested
        other.itemIndex.isInTransaction = savepoints.items.isNested
        other.names.isInTransaction = savepoints.names.isNested
        self = other
    }

    /// Sections by their identity: their number, and the buffer of their tree's root.
    @inlinable
    static func recordsByRoot(of tree: ChunkTree<Record>) -> [SectionRoot: Record] {
        var result: [SectionRoot: Record] = [:]
        tree.forEachLeaf { records, _ in
            for record in records { result[SectionRoot(section: record.slot, root: record.tree.root)] = record }
        }
        return result
    }
}

/// The identity of one version of a section's items.
///
/// An address alone is not enough: all empty leaves have the same one.
@usableFromInline
struct SectionRoot: Hashable {
    @usableFromInline let section: Int32
    @usableFromInline let slot: Int32
    @usableFromInline let address: UInt

    @inlinable
    init(section: Int32, root: ChunkNode<some Any>) {
        self.section = section
        slot = root.slot
        address = root.address
    }
}
