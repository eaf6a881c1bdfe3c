/// Keeps some of the sections, under headers made from theirs; see ``DerivableSource/filterSections(_:)`` and
/// ``DerivableSource/mapHeaders(_:)``.
@usableFromInline
package struct SectionSelectionOperator<OldHeader, Header, Item>: IncrementalOperator, ~Copyable
where
    OldHeader: Identifiable & Equatable & Sendable, OldHeader.ID: Sendable,
    Header: Identifiable & Equatable & Sendable, Header.ID == OldHeader.ID,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The new header of a section, with the same id; `nil` to leave the section out.
    @usableFromInline var make: @Sendable (OldHeader) -> Header?
    @usableFromInline var sections = SectionSelection<Header, Item>()

    /// Creates an operator that leaves out the sections for which `make` returns `nil`.
    @inlinable
    package init(make: @escaping @Sendable (OldHeader) -> Header?) {
        self.make = make
    }

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> { sections.snapshot }

    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<OldHeader, Item>) {
        let make = make
        self.sections.remake(from: sections) { make($0.header) }
    }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<OldHeader, Item>>) throws {
        let make = make
        try sections.follow(update) { section, shown in shown ?? make(section.header) }
    }

    @inlinable
    package mutating func startOver() { sections.list.startOver() }
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
@usableFromInline
package typealias SectionSelectionByOperator<Header, Item, Value> =
    ByValueOperator<SectionSelectionOperator<Header, Header, Item>, Value>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable

extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator that keeps the sections whose headers satisfy `isIncluded` for a value.
    @inlinable
    package init<Header, Item>(_ isIncluded: @escaping @Sendable (_ header: Header, _ value: Value) -> Bool)
    where Base == SectionSelectionOperator<Header, Header, Item> {
        self.init(SectionSelectionOperator(make: { _ in nil })) { value, base in
            base.make = { header in isIncluded(header, value) ? header : nil }
        }
    }
}

/// Drops sections without items; see ``DerivableSource/hidingEmptySections()``.
@usableFromInline
package struct HideEmptySectionsOperator<Header, Item>: IncrementalOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var sections = SectionSelection<Header, Item>()

    @inlinable
    package init() {}

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> { sections.snapshot }

    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<Header, Item>) {
        self.sections.remake(from: sections) { Self.header(of: $0) }
    }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>) throws {
        try sections.follow(update) { section, _ in Self.header(of: section) }
    }

    @inlinable
    package mutating func startOver() { sections.list.startOver() }

    @inlinable
    static func header(of section: SectionRecord<Header, Item>) -> Header? {
        section.tree.count == 0 ? nil : section.header
    }
}
