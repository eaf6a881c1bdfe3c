/// Puts the sections of sources of one kind one after the other; see ``CompositeSource``.
@usableFromInline
package struct CompositeOperator<Header, Item>: ManyOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var parts: [SectionedSnapshot<Header, Item>] = []
    @usableFromInline var draft = SectionedDraft<CompositePart<Header>, CompositePart<Item>>()
    /// How many changes are too few to go through everything for, however little there is.
    @usableFromInline let fewest: Int

    @inlinable
    package init(goingThroughAllFrom fewest: Int = 64) {
        self.fewest = fewest
    }

    @inlinable
    package mutating func apply(
        _ updates: [Update<SectionedSnapshot<Header, Item>>?]
    ) -> SectionedSnapshot<CompositePart<Header>, CompositePart<Item>> {
        if parts.isEmpty { parts = Array(repeating: SectionedSnapshot(), count: updates.count) }
        let changes = updates.reduce(0) { $0 + ($1?.extent() ?? 0) }
        if changes > fewest + draft.itemCount / 8 {
            for (part, update) in updates.enumerated() {
                if let update { parts[part] = update.after }
            }
            remake()
        } else {
            for (part, update) in updates.enumerated() {
                if let update { follow(update, part: part) }
            }
        }
        return draft.snapshot
    }

    @inlinable
    mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>, part: Int) {
        let base = parts[..<part].reduce(0) { $0 + $1.count }
        draft.certainly { draft throws(EditError) in
            try draft.replay(update, at: base) {
                CompositePart($0, part: part)
            } item: {
                CompositePart($0, part: part)
            }
        }
        parts[part] = update.after
    }

    /// Makes everything anew; what comes out equal to what was there stays what it was.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remake() {
        var sections: [Section<CompositePart<Header>, CompositePart<Item>>] = []
        for (part, snapshot) in parts.enumerated() {
            for section in snapshot {
                let items = section.items.map { CompositePart($0, part: part) }
                sections.append(Section(CompositePart(section.header, part: part), items: items))
            }
        }
        draft.certainly { draft throws(EditError) in try draft.replaceAll(with: sections) }
    }
}

extension Update {
    /// How much there is to do to follow it: the changes, and the items of sections that come, go or move.
    @inlinable
    func extent<Header, Item>() -> Int where Snapshot == SectionedSnapshot<Header, Item> {
        var sum = changes.items.count + changes.sections.count
        for section in changes.sections.insertions { sum += after.itemCount(ofSection: section) }
        for section in changes.sections.deletions { sum += before.itemCount(ofSection: section) }
        return sum
    }
}
