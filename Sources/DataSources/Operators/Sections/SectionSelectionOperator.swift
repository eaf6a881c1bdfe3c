/// Keeps some of the sections, under headers made from theirs; see ``DerivableSource/filterSections(_:)`` and
/// ``DerivableSource/mapHeaders(_:)``.
@usableFromInline
package struct SectionSelectionOperator<OldHeader, Header, Item>: SnapshotOperator, ~Copyable
where
    OldHeader: Identifiable & Equatable & Sendable, OldHeader.ID: Sendable,
    Header: Identifiable & Equatable & Sendable, Header.ID == OldHeader.ID,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The new header of a section, with the same id; `nil` to leave the section out.
    @usableFromInline let make: @Sendable (OldHeader) -> Header?
    @usableFromInline var sections = SectionSelection<Header, Item>()

    /// Creates an operator that leaves out the sections for which `make` returns `nil`.
    @inlinable
    package init(make: @escaping @Sendable (OldHeader) -> Header?) {
        self.make = make
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<OldHeader, Item>>
    ) -> SectionedSnapshot<Header, Item> {
        let make = make
        sections.follow(update) { section, shown in shown ?? make(section.header) }
        return sections.snapshot
    }
}

extension SectionSelectionOperator where Header == OldHeader {
    /// Creates an operator that keeps the sections whose headers satisfy `isIncluded`.
    @inlinable
    package init(_ isIncluded: @escaping @Sendable (Header) -> Bool) {
        self.init(make: { header in isIncluded(header) ? header : nil })
    }
}

extension SectionSelectionOperator {
    /// Creates an operator that keeps all sections, under new headers.
    @inlinable
    package init(mapping transform: @escaping @Sendable (OldHeader) -> Header) {
        self.init(make: { old in
            let header = transform(old)
            precondition(
                areSameKey(header.id, old.id) || !areOtherKeys({ header.id }, { old.id }),
                "mapHeaders gave the section \(old.id) the id \(header.id)")
            return header
        })
    }
}

/// Works like ``SectionSelectionOperator`` with a predicate that also depends on a value.
///
/// While there is no value there are no sections and the predicate is not called.
@usableFromInline
package struct SectionSelectionByOperator<Header, Item, Value>: PairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable
{
    @usableFromInline let isIncluded: @Sendable (_ header: Header, _ value: Value) -> Bool
    @usableFromInline var selection = SectionSelection<Header, Item>()
    @usableFromInline var inputs = ValueInputs<SectionedSnapshot<Header, Item>, Value>()

    @inlinable
    package init(_ isIncluded: @escaping @Sendable (_ header: Header, _ value: Value) -> Bool) {
        self.isIncluded = isIncluded
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>?,
        _ valueUpdate: Update<ValueSnapshot<Value>>?
    ) -> SectionedSnapshot<Header, Item> {
        let isIncluded = isIncluded
        switch inputs.delta(update, valueUpdate) {
        case .clear: selection.removeAll()
        case .remake(let sections, let value):
            selection.remake(from: sections) { isIncluded($0.header, value) ? $0.header : nil }
        case .follow(let update, let value):
            selection.follow(update) { section, shown in
                shown ?? (isIncluded(section.header, value) ? section.header : nil)
            }
        }
        return selection.snapshot
    }
}

/// Drops sections without items; see ``DerivableSource/hidingEmptySections()``.
@usableFromInline
package struct HideEmptySectionsOperator<Header, Item>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var sections = SectionSelection<Header, Item>()

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>
    ) -> SectionedSnapshot<Header, Item> {
        sections.follow(update) { section, _ in section.tree.count == 0 ? nil : section.header }
        return sections.snapshot
    }
}
