import DataSources

/// The sections of ``ObservedSections`` in order; a section's object is made when it is read.
///
/// It is a value: it stays as it is when sections come, go or move. Read the list's sections again then: of the old
/// ones, only those whose objects exist already show the newest content.
public struct ObservedSectionRows<Header, Item>: RandomAccessCollection
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    private let mirror: SectionsMirror<Header, Item>
    private let sections: SectionedSnapshot<Header, Item>

    init(_ mirror: SectionsMirror<Header, Item>, _ sections: SectionedSnapshot<Header, Item>) {
        self.mirror = mirror
        self.sections = sections
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of sections.
    public var endIndex: Int { sections.count }

    /// The section at a position.
    ///
    /// - Complexity: O(log *s*).
    public subscript(position: Int) -> ObservedSection<Header, Item> {
        guard let section = sections[section: position] else {
            preconditionFailure("position \(position) is out of bounds: there are \(sections.count) sections")
        }
        return mirror.section(section, at: position)
    }
}
