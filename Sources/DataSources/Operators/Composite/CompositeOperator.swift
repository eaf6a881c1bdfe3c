/// Concatenates the sections of sources of one kind; see ``CompositeSource``.
@usableFromInline
package struct CompositeOperator<Header, Item>: SparseManyOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias Input = SectionedSnapshot<Header, Item>
    @usableFromInline package typealias Output = SectionedSnapshot<CompositePart<Header>, CompositePart<Item>>

    @usableFromInline var parts: [SectionedSnapshot<Header, Item>] = []
    /// The number of sections of each part.
    @usableFromInline var lengths = WeightSequence()
    @usableFromInline var draft = SectionedDraft<CompositePart<Header>, CompositePart<Item>>()
    /// Up to this many changes, the operator never rebuilds everything.
    @usableFromInline let fewest: Int

    @inlinable
    package init(goingThroughAllFrom fewest: Int = 64) {
        self.fewest = fewest
    }

    @inlinable
    package mutating func apply(
        _ updates: [PlacedUpdate<SectionedSnapshot<Header, Item>>], of count: Int
    ) -> SectionedSnapshot<CompositePart<Header>, CompositePart<Item>> {
        if parts.isEmpty {
            parts = Array(repeating: SectionedSnapshot(), count: count)
            lengths = WeightSequence(Array(repeating: 0, count: count))
        }
        let changes = updates.reduce(0) { $0 + $1.update.extent() }
        if changes > fewest + draft.itemCount / 8 {
            for found in updates { follow(found.update.after, part: found.place) }
            remake()
        } else {
            do {
                for found in updates { try follow(found.update, part: found.place) }
            } catch {
                for found in updates { follow(found.update.after, part: found.place) }
                draft = SectionedDraft()
                remake()
            }
        }
        return draft.snapshot
    }

    @inlinable
    mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>, part: Int) throws(LostTrack) {
        let base = lengths.sum(upTo: part)
        try draft.track { draft throws(EditError) in
            try draft.replay(update, at: base) {
                CompositePart($0, part: part)
            } item: {
                CompositePart($0, part: part)
            }
        }
        follow(update.after, part: part)
    }

    @inlinable
    mutating func follow(_ snapshot: SectionedSnapshot<Header, Item>, part: Int) {
        parts[part] = snapshot
        lengths[part] = UInt32(snapshot.count)
    }

    /// Rebuilds everything; equal results do not count as changes.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remake() {
        var sections: [ItemSection<CompositePart<Header>, CompositePart<Item>>] = []
        for (part, snapshot) in parts.enumerated() {
            for section in snapshot {
                let items = section.items.map { CompositePart($0, part: part) }
                sections.append(ItemSection(CompositePart(section.header, part: part), items: items))
            }
        }
        draft.show(sections)
    }
}

extension Update {
    /// The work of following the update: its changes, and the items of sections that are inserted, deleted or moved.
    @inlinable
    func extent<Header, Item>() -> Int where Snapshot == SectionedSnapshot<Header, Item> {
        var sum = changes.items.count + changes.sections.count
        for section in changes.sections.insertions { sum += after.itemCount(ofSection: section) }
        for section in changes.sections.deletions { sum += before.itemCount(ofSection: section) }
        return sum
    }
}
