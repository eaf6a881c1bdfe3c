/// A header with its items: an element of a sectioned snapshot.
///
/// The header's id is the section's identity; its content is what a section's title shows.
///
/// ```swift
/// let sales = ItemSection(Department(id: "sales", title: "Sales"), items: [carol, dave])
/// sales.items.count
/// ```
///
/// A section is a plain value, and creating one checks nothing. Duplicate item ids are refused when the section enters
/// a snapshot, a draft or a source, with an ``EditError`` that names them. ``items`` is a snapshot with unique ids: of
/// items with the same id it has the first. ``duplicateIDs`` lists those ids.
public struct ItemSection<Header, Item>: Identifiable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The items of a section.
    @usableFromInline
    enum Content: Sendable {
        /// Items of a snapshot, with unique ids.
        case snapshot(ListSnapshot<Item>)
        /// Items as given, with unchecked ids.
        case listed(ListedItems<Item>)
    }

    /// The identity and the description of the section.
    public var header: Header
    @usableFromInline var content: Content

    /// The header's id.
    @inlinable
    public var id: Header.ID { header.id }

    /// The items, in order; O(1) to copy.
    ///
    /// Of items with the same id it has only the first.
    ///
    /// - Complexity: O(1); O(*n*) expected on the first read of items given as a sequence.
    @inlinable
    public var items: ListSnapshot<Item> {
        get {
            switch content {
            case .snapshot(let items): items
            case .listed(let items): items.checked.items
            }
        }
        set { content = .snapshot(newValue) }
    }

    /// The ids of more than one of the given items, each once.
    ///
    /// A section with duplicate ids is refused by snapshots, drafts and sources.
    ///
    /// - Complexity: O(1); O(*n*) expected on the first read of items given as a sequence.
    @inlinable
    public var duplicateIDs: [Item.ID] {
        if case .listed(let items) = content { items.checked.duplicateIDs } else { [] }
    }

    /// All items as given, including duplicate ids.
    @inlinable
    var tree: ChunkTree<Item> {
        switch content {
        case .snapshot(let items): items.tree
        case .listed(let items): items.tree
        }
    }

    /// Creates a section of `items` in their order.
    ///
    /// Ids are checked when the section enters a snapshot, a draft or a source.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public init(_ header: Header, items: some Sequence<Item>) {
        self.header = header
        content = .listed(ListedItems(ChunkTree(unindexed: ContiguousArray(items))))
    }

    /// Creates a section that shares an existing list, or an empty section, in O(1).
    @inlinable
    public init(_ header: Header, items: ListSnapshot<Item> = ListSnapshot()) {
        self.header = header
        content = .snapshot(items)
    }
}

extension ItemSection: Equatable {
    /// Whether both have equal headers, and equal items in the same order.
    ///
    /// - Complexity: O(*n*) at worst; O(1) when either is a copy of the other.
    @inlinable
    public static func == (left: ItemSection, right: ItemSection) -> Bool {
        isUnchanged(left.header, right.header) && left.tree.isContentEqual(to: right.tree)
    }
}

extension ItemSection: Hashable where Header: Hashable, Item: Hashable {
    /// Feeds the header and the items, in order, into the hasher.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(header)
        hasher.combine(ListSnapshot(tree: tree, lineage: .none))
    }
}

enum SectionKey: String, CodingKey {
    case header, items
}

extension ItemSection: Encodable where Header: Encodable, Item: Encodable {
    /// Encodes the header and the items as given.
    ///
    /// - Throws: What encoding a part throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: SectionKey.self)
        try container.encode(header, forKey: .header)
        try container.encode(ListSnapshot(tree: tree, lineage: .none), forKey: .items)
    }
}

extension ItemSection: CustomStringConvertible {
    /// The header and the items.
    public var description: String { "\(header): \(ListSnapshot(tree: tree, lineage: .none))" }
}

/// A section as stored in the tree of a snapshot.
///
/// Two records are equal if they have the same slot, equal headers and the identical tree of items; so a difference
/// reports the sections whose items must be compared as updated. The slot is compared because all empty trees are
/// identical, and two sections may have equal headers.
@usableFromInline
struct SectionRecord<Header, Item>: Identifiable, Equatable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var header: Header
    @usableFromInline var tree: ChunkTree<Item>
    /// The slot that names the section in its draft; the root of its tree has the corresponding `home` as parent.
    @usableFromInline var slot: Int32

    @inlinable
    init(header: Header, tree: ChunkTree<Item>, slot: Int32) {
        self.header = header
        self.tree = tree
        self.slot = slot
    }

    @inlinable
    var id: Header.ID { header.id }

    @inlinable
    var home: Int32 { -2 - slot }

    @inlinable
    static func == (left: SectionRecord, right: SectionRecord) -> Bool {
        left.slot == right.slot && left.tree.isIdentical(to: right.tree) && left.header == right.header
    }
}
