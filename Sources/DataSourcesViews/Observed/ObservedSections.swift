public import DataSources
public import Observation

/// A list with sections as SwiftUI and other observers need it: one observable object for each visible row and section.
///
/// ```swift
/// List {
///     ForEach(company.sections) { section in
///         Section(section.header.title) {
///             ForEach(section.ids, id: \.self) { id in EmployeeView(row: company[id: id]) }
///         }
///     }
/// }
/// .task { await company.run() }
/// ```
///
/// It promises what ``ObservedList`` does. Besides, items that come, go or move are told to those who read the rows of
/// their sections, and to no others; a new header to those who read that header; and sections that come, go or move to
/// those who read ``sections``.
public final class ObservedSections<Header, Item>: Observable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    private let mirror: SectionsMirror<Header, Item>

    /// Creates the mirror of a source that stores its state: a `SectionedSource`, for example.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - rowsKept: About how many rows' objects to keep for those who may still watch them.
    ///   - editor: Makes an edit of a row in the source; without it, only rows of a `SectionedSource` can be edited.
    public convenience init<Source: PublishingSource>(
        of source: Source, rowsKept: Int = 1_000, editing editor: ItemEditor<Item>? = nil
    ) where Source.Snapshot == SectionedSnapshot<Header, Item> {
        self.init(
            following: source.hub.subscribe(), newest: { source.hub.snapshot },
            editing: editor ?? Self.editor(of: source), rowsKept)
    }

    /// Creates the mirror of a source that computes its state, once it has done so.
    ///
    /// - Parameters:
    ///   - source: The source; a grouped list, for example.
    ///   - rowsKept: About how many rows' objects to keep for those who may still watch them.
    ///   - editor: Makes an edit of a row in the source that this one is derived from; without it, rows cannot be edited.
    public convenience init<Source: ComputedSource>(
        of source: Source, rowsKept: Int = 1_000, editing editor: ItemEditor<Item>? = nil
    ) async where Source.Snapshot == SectionedSnapshot<Header, Item> {
        await self.init(ofAny: source, rowsKept: rowsKept, editing: editor)
    }

    /// Creates the mirror of any source, once it has a state: for code that is generic over sources.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - rowsKept: About how many rows' objects to keep for those who may still watch them.
    ///   - editor: Makes an edit of a row; without it, only rows of a `SectionedSource` can be edited.
    public convenience init<Source: DataSource>(
        ofAny source: Source, rowsKept: Int = 1_000, editing editor: ItemEditor<Item>? = nil
    ) async where Source.Snapshot == SectionedSnapshot<Header, Item> {
        self.init(
            following: await source.subscribe(), newest: { await source.snapshot },
            editing: editor ?? Self.editor(of: source), rowsKept)
    }

    private init(
        following subscription: SnapshotSubscription<SectionedSnapshot<Header, Item>>,
        newest: @escaping @Sendable () async -> SectionedSnapshot<Header, Item>, editing editor: ItemEditor<Item>?,
        _ rowsKept: Int
    ) {
        mirror = SectionsMirror(
            following: subscription, newest: newest, editing: editor, rowsKept: rowsKept,
            details: { TouchedSections($0) })
    }

    /// The editor that comes with the source: only one that stores its items has one.
    private static func editor(of source: some DataSource) -> ItemEditor<Item>? {
        guard let source = source as? SectionedSource<Header, Item> else { return nil }
        return { id, edit in try await source.updateItem(id: id) { edit(&$0) } }
    }

    /// The source's state; those who read it are told every change.
    public var snapshot: SectionedSnapshot<Header, Item> { mirror.snapshot }

    /// The sections; those who read them are told when sections come, go or move.
    public var sections: ObservedSectionRows<Header, Item> { mirror.sections }

    /// The section at a position; `nil` if there is none.
    public subscript(section position: Int) -> ObservedSection<Header, Item>? {
        let sections = sections
        return sections.indices.contains(position) ? sections[position] : nil
    }

    /// The ids of the sections, in order; those who read them are told when sections come, go or move.
    ///
    /// It makes no objects. It is a value, and stays as it is when sections come, go or move.
    ///
    /// - Complexity: O(1), and O(1) for each id that is iterated over.
    public var sectionIDs: IDCollection<SectionedSnapshot<Header, Item>> { mirror.sectionIDs }

    /// The section with an id, the same object as in ``sections``; `nil` if there is none.
    ///
    /// Those who read it are told when sections come, go or move.
    ///
    /// - Complexity: O(1) expected if the section's object exists; O(*s*) otherwise, comparing ids.
    public subscript(sectionID id: Header.ID) -> ObservedSection<Header, Item>? { mirror.section(id: id) }

    /// The row of the item with an id, in whatever section it is, the same object as in the section's rows; `nil` if the
    /// source has no such item.
    ///
    /// Those who read it are told when the item goes, and not when it moves. Those who got `nil` are told whenever items
    /// come.
    ///
    /// - Complexity: O(1) expected if the row's object exists, or for the neighbour of the row that was made last; O(*n*)
    ///   at worst, comparing ids.
    public subscript(id id: Item.ID) -> ObservedRow<Item>? { mirror.row(id: id) }

    /// Whether rows can be edited.
    public var isEditable: Bool { mirror.table.isEditable }

    /// The number of row objects that the list keeps.
    public var rowsInMemory: Int { mirror.table.count }

    /// Follows the source, and makes the edits of rows, until the task is cancelled or the source has finished.
    ///
    /// It can be called again after a cancellation, and goes on where it stopped. A second call while one runs returns
    /// at once. Edits made while it does not run are made when it does.
    public func run() async { await mirror.run(isolation: #isolation) }
}
