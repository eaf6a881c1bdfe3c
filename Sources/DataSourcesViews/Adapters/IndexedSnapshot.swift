public import DataSources

/// A snapshot that views with sections show: a `SectionedSnapshot`, or a `ListSnapshot` as one section.
public protocol IndexedSnapshot: ItemSnapshot where Item.ID: Sendable {
    /// The type of the headers; `Never` in a list.
    associatedtype SectionHeader

    /// The number of sections.
    var sectionCount: Int { get }
    /// The number of items in a section; 0 if there is no such section.
    func itemCount(inSection section: Int) -> Int
    /// The item at a path; `nil` when there is none.
    func item(at path: ItemPath) -> Item?
    /// The header of a section; `nil` in a list, or when there is no such section.
    func header(ofSection section: Int) -> SectionHeader?

    /// The position at a path.
    static func position(at path: ItemPath) -> ItemPosition
    /// The changes of an update, with paths for all positions.
    static func indexedChanges(of update: Update<Self>) -> SectionedChanges
}

extension ListSnapshot: IndexedSnapshot {
    /// A list has no headers.
    public typealias SectionHeader = Never

    /// One, also if the list is empty.
    public var sectionCount: Int { 1 }

    /// The number of items.
    public func itemCount(inSection section: Int) -> Int { section == 0 ? count : 0 }

    /// The item at a path whose section is 0.
    public func item(at path: ItemPath) -> Item? { path.section == 0 ? self[path.item] : nil }

    /// There are none.
    public func header(ofSection section: Int) -> Never? { nil }

    /// The offset of the item.
    public static func position(at path: ItemPath) -> Int { path.item }

    /// The changes of an update as those of section 0.
    public static func indexedChanges(of update: Update<ListSnapshot>) -> SectionedChanges {
        let changes = update.changes
        func path(_ offset: Int) -> ItemPath { ItemPath(section: 0, item: offset) }
        func paths(_ positions: PositionSet<Int>) -> PositionSet<ItemPath> { PositionSet(positions.lazy.map(path)) }
        func paths(_ pairs: PositionPairs<Int>) -> PositionPairs<ItemPath> {
            PositionPairs(pairs.lazy.map { PositionPair(before: path($0.before), after: path($0.after)) })
        }
        return SectionedChanges(
            items: .init(
                deletions: paths(changes.deletions), insertions: paths(changes.insertions),
                moves: paths(changes.moves), updates: paths(changes.updates)))
    }
}

extension SectionedSnapshot: IndexedSnapshot {
    /// The headers of its sections.
    public typealias SectionHeader = Header

    /// The number of sections.
    public var sectionCount: Int { count }

    /// The number of items in a section.
    public func itemCount(inSection section: Int) -> Int { self[section: section]?.items.count ?? 0 }

    /// The item at a path.
    public func item(at path: ItemPath) -> Item? { self[path] }

    /// The header of a section.
    public func header(ofSection section: Int) -> Header? { self[section: section]?.header }

    /// The path itself.
    public static func position(at path: ItemPath) -> ItemPath { path }

    /// The changes of an update.
    public static func indexedChanges(of update: Update<SectionedSnapshot>) -> SectionedChanges { update.changes }
}
