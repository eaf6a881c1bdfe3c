public import DataSources

/// The titles beside a list that jump to its sections, such as the letters of an address book.
///
/// ```swift
/// let index = SectionIndex(of: screen.snapshot) { String($0.name.prefix(1)) }
/// index.entries.map(\.title)     // ["A", "B", "D"]
/// index.section(at: 2)           // the first section with the title "D"
/// ```
public struct SectionIndex: Hashable, Sendable {
    /// A title, and the first section that it leads to.
    public struct Entry: Hashable, Sendable {
        /// The title.
        public let title: String
        /// The position of the section.
        public let section: Int
    }

    /// The entries, in the order of the sections.
    public let entries: [Entry]

    /// Creates the index of the sections of a list.
    ///
    /// - Parameters:
    ///   - snapshot: The list.
    ///   - title: The title of a section; a section without one, or with an empty one, belongs to the entry above, and
    ///     so do neighbours with the same title.
    /// - Complexity: O(*s*) for *s* sections, however many items they have.
    public init<Header, Item>(
        of snapshot: SectionedSnapshot<Header, Item>, title: (_ header: Header) -> String?
    ) {
        var entries: [Entry] = []
        for (position, section) in snapshot.enumerated() {
            guard let title = title(section.header), !title.isEmpty, title != entries.last?.title else { continue }
            entries.append(Entry(title: title, section: position))
        }
        self.entries = entries
    }

    /// The position of the section that an entry leads to; `nil` if there is no such entry.
    public func section(at entry: Int) -> Int? { entries.indices.contains(entry) ? entries[entry].section : nil }

    /// The position of the entry that a section belongs to; `nil` if it stands above all entries.
    ///
    /// - Complexity: O(*e*) for *e* entries.
    public func entry(ofSection section: Int) -> Int? { entries.lastIndex { $0.section <= section } }
}
