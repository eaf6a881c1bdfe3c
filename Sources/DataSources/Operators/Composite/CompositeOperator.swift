/// Concatenates the sections of sources of one kind; see ``CompositeSource``.
@usableFromInline
package struct CompositeOperator<Header, Item>: IncrementalManyOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias Input = SectionedSnapshot<Header, Item>
    @usableFromInline package typealias Output = SectionedSnapshot<CompositePart<Header>, CompositePart<Item>>

    @usableFromInline package var states: [SectionedSnapshot<Header, Item>] = []
    /// The number of sections of each part.
    @usableFromInline var lengths = WeightSequence()
    @usableFromInline var results = SectionedFlatDraft<CompositePart<Header>, CompositePart<Item>>(isTotal: true)
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init() {}

    @inlinable package var itemCount: Int { results.draft.itemCount }
    @inlinable package var snapshot: Output { results.draft.snapshot }

    @inlinable
    package mutating func startOver() { results.draft = SectionedDraft() }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>, of part: Int) throws {
        try results.replay(update, at: lengths.sum(upTo: part)) {
            CompositePart($0, part: part)
        } item: {
            CompositePart($0, part: part)
        }
        states[part] = update.after
        lengths[part] = UInt32(update.after.count)
    }

    /// Rebuilds everything; equal results do not count as changes.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    package mutating func build(_ states: [SectionedSnapshot<Header, Item>]) {
        self.states = states
        lengths = WeightSequence(states.map { UInt32($0.count) })
        var sections: [ItemSection<CompositePart<Header>, CompositePart<Item>>] = []
        for (part, snapshot) in states.enumerated() {
            for section in snapshot {
                let items = section.items.map { CompositePart($0, part: part) }
                sections.append(ItemSection(CompositePart(section.header, part: part), items: items))
            }
        }
        results.draft.show(sections)
    }
}
