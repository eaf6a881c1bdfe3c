/// Which of two sections comes first.
@usableFromInline
struct OrderOfSections<Key: Hashable & Sendable, ItemID: Hashable & Sendable> {
    @usableFromInline let precedes: (@Sendable (Key, Key) -> Bool)?
    @usableFromInline let labels: OrderLabels<ItemID>

    @inlinable
    init(precedes: (@Sendable (Key, Key) -> Bool)?, labels: OrderLabels<ItemID>) {
        self.precedes = precedes
        self.labels = labels
    }

    /// Whether the first of two sections, neither of them empty, comes before the second.
    @inlinable
    func isOrdered<Item: Identifiable>(_ first: Key, _ items: ChunkTree<Item>, _ second: Key, _ others: ChunkTree<Item>)
        -> Bool where Item.ID == ItemID
    {
        if let precedes {
            if precedes(first, second) { return true }
            if precedes(second, first) { return false }
        }
        return labels.label(of: items.element(at: 0).id) < labels.label(of: others.element(at: 0).id)
    }
}

extension SectionedDraft {
    /// The section that an item is in; `nil` when there is no such item.
    @inlinable
    func sectionID(ofItem id: Item.ID) -> Header.ID? {
        itemIndex.path(to: id).map { names.id(atHome: $0.home) }
    }

    /// Whether the item at a path is sorted beside its neighbours.
    @inlinable
    func isSorted(at path: ItemPath, by labels: OrderLabels<Item.ID>) -> Bool {
        let tree = sections.element(at: path.section).tree
        let label = labels.label(of: tree.element(at: path.item).id)
        if path.item > 0, labels.label(of: tree.element(at: path.item - 1).id) > label { return false }
        return path.item + 1 >= tree.count || label < labels.label(of: tree.element(at: path.item + 1).id)
    }

    /// Where an item that is not there belongs in a section.
    @inlinable
    func sortedPosition(of id: Item.ID, inSection section: Int, by labels: OrderLabels<Item.ID>) -> Int {
        let label = labels.label(of: id)
        return sections.element(at: section).tree.partitioningPosition { label < labels.label(of: $0.id) }
    }

    /// Removes a section that has no items; whether it was so.
    @inlinable
    mutating func removeSectionIfEmpty(_ id: Header.ID) -> Bool {
        guard let position = sectionPosition(of: id), itemCount(ofSection: position) == 0 else { return false }
        discard(sections.remove(at: position, index: &sectionIndex, home: -1))
        checkInvariants()
        return true
    }

    /// Puts some sections in their places among the others, which are in order.
    ///
    /// - Complexity: O(*k* log *s*).
    @inlinable
    mutating func settle(_ ids: [Header.ID], by order: OrderOfSections<Header.ID, Item.ID>) {
        let positions = ids.compactMap { sectionPosition(of: $0) }
        let isInOrder = positions.allSatisfy { position in
            let record = sections.element(at: position)
            if position > 0 {
                let left = sections.element(at: position - 1)
                if !order.isOrdered(left.id, left.tree, record.id, record.tree) { return false }
            }
            if position + 1 >= sections.count { return true }
            let right = sections.element(at: position + 1)
            return order.isOrdered(record.id, record.tree, right.id, right.tree)
        }
        if isInOrder { return }
        let records = positions.sorted(by: >).map { sections.take(at: $0, index: &sectionIndex, home: -1) }
        for record in records {
            let position = sections.partitioningPosition { order.isOrdered(record.id, record.tree, $0.id, $0.tree) }
            sections.put(record, at: position, index: &sectionIndex, home: -1)
        }
        checkInvariants()
    }

    /// Makes edits that cannot be refused: as on ``ListDraft``.
    @inlinable
    mutating func certainly<Result>(_ edit: (inout SectionedDraft) throws(EditError) -> Result) -> Result {
        do {
            return try edit(&self)
        } catch {
            preconditionFailure("an operator lost its place: \(error)")
        }
    }
}
