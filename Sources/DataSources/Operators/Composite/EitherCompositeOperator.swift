/// Concatenates the sections of two sources of different kinds; see ``CompositeSource``.
@usableFromInline
package struct EitherCompositeOperator<H1, I1, H2, I2>: PairOperator, ~Copyable
where
    H1: Identifiable & Equatable & Sendable, H1.ID: Sendable, I1: Identifiable & Equatable & Sendable, I1.ID: Sendable,
    H2: Identifiable & Equatable & Sendable, H2.ID: Sendable, I2: Identifiable & Equatable & Sendable, I2.ID: Sendable
{
    @usableFromInline var first = SectionedSnapshot<H1, I1>()
    @usableFromInline var second = SectionedSnapshot<H2, I2>()
    @usableFromInline var draft = SectionedDraft<Either<H1, H2>, Either<I1, I2>>()
    /// Up to this many changes, the operator never rebuilds everything.
    @usableFromInline let fewest: Int

    @inlinable
    package init(goingThroughAllFrom fewest: Int = 64) {
        self.fewest = fewest
    }

    @inlinable
    package mutating func apply(
        _ one: Update<SectionedSnapshot<H1, I1>>?,
        _ two: Update<SectionedSnapshot<H2, I2>>?
    ) -> SectionedSnapshot<Either<H1, H2>, Either<I1, I2>> {
        if let one { first = one.after }
        if let two { second = two.after }
        if (one?.extent() ?? 0) + (two?.extent() ?? 0) > fewest + draft.itemCount / 8 {
            remake()
            return draft.snapshot
        }
        let base = first.count
        do {
            if let one { try draft.replay(one, at: 0, header: { .first($0) }, item: { .first($0) }) }
            if let two { try draft.replay(two, at: base, header: { .second($0) }, item: { .second($0) }) }
        } catch {
            draft = SectionedDraft()
            remake()
        }
        return draft.snapshot
    }

    /// Rebuilds everything; equal results do not count as changes.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remake() {
        var sections: [ItemSection<Either<H1, H2>, Either<I1, I2>>] = []
        for section in first {
            sections.append(ItemSection(.first(section.header), items: section.items.map { .first($0) }))
        }
        for section in second {
            sections.append(ItemSection(.second(section.header), items: section.items.map { .second($0) }))
        }
        draft.show(sections)
    }
}
