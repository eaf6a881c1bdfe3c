/// The order of two sections.
@usableFromInline
struct OrderOfSections<Key: Hashable & Sendable> {
    @usableFromInline let precedes: (@Sendable (Key, Key) -> Bool)?
    @usableFromInline let groups: KeyTable<Key, LabelGroup>

    @inlinable
    init(precedes: (@Sendable (Key, Key) -> Bool)?, groups: KeyTable<Key, LabelGroup>) {
        self.precedes = precedes
        self.groups = groups
    }

    /// Whether the first of two non-empty sections precedes the second.
    @inlinable
    func isOrdered(_ first: Key, _ second: Key) -> Bool {
        if let precedes {
            if precedes(first, second) { return true }
            if precedes(second, first) { return false }
        }
        // Only keys that misbehave have no labels.
        return groups[first]?.first ?? 0 < groups[second]?.first ?? 0
    }
}

extension SectionedDraft {
    /// Removes a section if it exists and is empty; returns whether it did.
    @inlinable
    mutating func removeSectionIfEmpty(_ id: Header.ID) -> Bool {
        guard let position = sectionPosition(of: id), itemCount(ofSection: position) == 0 else { return false }
        removeEmptySection(at: position)
        return true
    }

    /// Not specialized, as it is work for a section and not for each item.
    @usableFromInline @inline(never)
    mutating func removeEmptySection(at position: Int) {
        discard(sections.remove(at: position, index: &sectionIndex, home: -1))
        checkInvariants()
    }

    /// Moves some sections to their places among the others, which are in order.
    ///
    /// - Complexity: O(*k* log *s*).
    @inlinable
    mutating func settle(_ ids: [Header.ID], by order: OrderOfSections<Header.ID>) {
        // Two ids that misbehave may have the same position.
        let positions = Set(ids.compactMap { sectionPosition(of: $0) })
        let isInOrder = positions.allSatisfy { position in
            let id = sections.element(at: position).id
            if position > 0, !order.isOrdered(sections.element(at: position - 1).id, id) { return false }
            return position + 1 >= sections.count || order.isOrdered(id, sections.element(at: position + 1).id)
        }
        if !isInOrder { move(positions, by: order) }
    }

    /// Moves the sections at some positions to their places among the others: not specialized, as it is work for a
    /// section and not for each item.
    @usableFromInline @inline(never)
    mutating func move(_ positions: Set<Int>, by order: OrderOfSections<Header.ID>) {
        let records = positions.sorted(by: >).map { sections.take(at: $0, index: &sectionIndex, home: -1) }
        for record in records {
            let position = sections.partitioningPosition { order.isOrdered(record.element.id, $0.id) }
            sections.put(record, at: position, index: &sectionIndex, home: -1)
        }
        checkInvariants()
    }
}
