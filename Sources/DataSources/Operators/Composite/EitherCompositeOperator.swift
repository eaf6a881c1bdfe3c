/// Concatenates the sections of two sources of different kinds; see ``CompositeSource``.
@usableFromInline
package struct EitherCompositeOperator<H1, I1, H2, I2>: IncrementalPairOperator, ~Copyable
where
    H1: Identifiable & Equatable & Sendable, H1.ID: Sendable, I1: Identifiable & Equatable & Sendable, I1.ID: Sendable,
    H2: Identifiable & Equatable & Sendable, H2.ID: Sendable, I2: Identifiable & Equatable & Sendable, I2.ID: Sendable
{
    @usableFromInline package var states = (SectionedSnapshot<H1, I1>(), SectionedSnapshot<H2, I2>())
    @usableFromInline var results = SectionedFlatDraft<Either<H1, H2>, Either<I1, I2>>(isTotal: true)
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init() {}

    @inlinable package var itemCount: Int { results.draft.itemCount }
    @inlinable package var snapshot: SectionedSnapshot<Either<H1, H2>, Either<I1, I2>> { results.draft.snapshot }

    @inlinable
    package mutating func startOver() { results.draft = SectionedDraft() }

    @inlinable
    package mutating func follow(
        _ one: Update<SectionedSnapshot<H1, I1>>?, _ two: Update<SectionedSnapshot<H2, I2>>?
    ) throws {
        if let one {
            states.0 = one.after
            try results.replay(one, at: 0, header: { .first($0) }, item: { .first($0) })
        }
        if let two {
            states.1 = two.after
            try results.replay(two, at: states.0.count, header: { .second($0) }, item: { .second($0) })
        }
    }

    /// Rebuilds everything; equal results do not count as changes.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    package mutating func build(_ first: SectionedSnapshot<H1, I1>, _ second: SectionedSnapshot<H2, I2>) {
        states = (first, second)
        var sections: [ItemSection<Either<H1, H2>, Either<I1, I2>>] = []
        for section in first {
            sections.append(ItemSection(.first(section.header), items: section.items.map { .first($0) }))
        }
        for section in second {
            sections.append(ItemSection(.second(section.header), items: section.items.map { .second($0) }))
        }
        results.draft.show(sections)
    }
}
