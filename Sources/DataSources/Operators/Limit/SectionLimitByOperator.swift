/// Keeps the first items of each section, whose number is a value; see ``DerivableSource/prefix(perSection:)``.
///
/// While there is no value the sections are empty.
@usableFromInline
package struct SectionLimitByOperator<Header, Item>: PairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var limiting = SectionLimitOperator<Header, Item>(0)
    @usableFromInline var sections = SectionedSnapshot<Header, Item>()

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>?,
        _ countUpdate: Update<ValueSnapshot<Int>>?
    ) -> SectionedSnapshot<Header, Item> {
        if let update {
            sections = update.after
            _ = limiting.apply(update)
        }
        if let countUpdate {
            do {
                try limit(to: max(0, countUpdate.after.value ?? 0))
            } catch {
                // Ids misbehave.
                limiting.startOver()
                limiting.build(sections)
            }
        }
        return limiting.draft.snapshot
    }

    /// Inserts or removes the items between the old limit and the new one.
    @inlinable
    mutating func limit(to limit: Int) throws(EditError) {
        let old = limiting.limit
        limiting.limit = limit
        for section in sections {
            let (shown, count) = (min(old, section.items.count), min(limit, section.items.count))
            if shown == count { continue }
            let (lower, upper) = (min(shown, count), max(shown, count))
            let entering = shown < count ? section.items.items(in: lower..<upper) : []
            try limiting.draft.replaceItems(
                lower..<(shown < count ? lower : upper), inSection: section.id, with: entering)
        }
    }
}
