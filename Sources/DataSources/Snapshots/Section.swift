/// A header and the items under it: what goes into a sectioned snapshot, and what one is a collection of.
///
/// The header's id is the section's identity; its content is what a section's title would show.
///
/// ```swift
/// let sales = Section(Department(id: "sales", title: "Sales"), items: [carol, dave])
/// sales.items.count
/// ```
///
/// A section is a plain value, and making one checks nothing. If it was given an id twice, the section says so where it
/// enters a snapshot, a draft or a source, with an ``EditError`` that names the id. ``items`` is a snapshot, whose ids are
/// unique: of items with one id it has the first. ``duplicateIDs`` says which ids those are.
public struct Section<Header, Item>: Identifiable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// What the section holds.
    @usableFromInline
    enum Content: Sendable {
        /// Items of a snapshot, whose ids are unique.
        case snapshot(ListSnapshot<Item>)
        /// Items as they were listed: their ids have not been checked.
        case listed(ListedItems<Item>)
    }

    /// What identifies and describes the section.
    public var header: Header
    @usableFromInline var content: Content

    /// The header's id.
    @inlinable
    public var id: Header.ID { header.id }

    /// The items, in order; O(1) to copy.
    ///
    /// When ids were listed twice, only the first item with each id is here.
    ///
    /// - Complexity: O(1); the first time for items that were listed, O(*n*) expected.
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

    /// The ids that items were listed with more than once, each once; a section that has any is refused where it enters a
    /// snapshot, a draft or a source.
    ///
    /// - Complexity: O(1); the first time for items that were listed, O(*n*) expected.
    @inlinable
    public var duplicateIDs: [Item.ID] {
        if case .listed(let items) = content { items.checked.duplicateIDs } else { [] }
    }

    /// All items as they were listed, also those with an id that was there before.
    @inlinable
    var tree: ChunkTree<Item> {
        switch content {
        case .snapshot(let items): items.tree
        case .listed(let items): items.tree
        }
    }

    /// Creates a section of `items` in their order.
    ///
    /// Ids are not checked here, but where the section enters a snapshot, a draft or a source.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public init(_ header: Header, items: some Sequence<Item>) {
        self.header = header
        content = .listed(ListedItems(ChunkTree(unindexed: ContiguousArray(items))))
    }

    /// Creates a section of a list that is there already, or an empty one, in O(1).
    @inlinable
    public init(_ header: Header, items: ListSnapshot<Item> = ListSnapshot()) {
        self.header = header
        content = .snapshot(items)
    }
}

extension Section: Equatable {
    /// Whether both have equal headers, and equal items in the same order.
    ///
    /// - Complexity: O(*n*) at worst; O(1) when either is a copy of the other.
    @inlinable
    public static func == (left: Section, right: Section) -> Bool {
        isUnchanged(left.header, right.header) && left.tree.isContentEqual(to: right.tree)
    }
}

extension Section: Hashable where Header: Hashable, Item: Hashable {
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

extension Section: Encodable where Header: Encodable, Item: Encodable {
    /// Writes the header and the items as they were listed.
    ///
    /// - Throws: What encoding a part throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: SectionKey.self)
        try container.encode(header, forKey: .header)
        try container.encode(ListSnapshot(tree: tree, lineage: .none), forKey: .items)
    }
}

extension Section: CustomStringConvertible {
    /// The header and the items.
    public var description: String { "\(header): \(ListSnapshot(tree: tree, lineage: .none))" }
}

/// A section as the tree of a snapshot holds it.
///
/// Two records are equal when they have the same name, equal headers and the very same items tree; so the records that a
/// difference reports as updated are the sections that need a look inside. The name counts, since all empty trees look the
/// same, and a header may equal that of another section.
@usableFromInline
struct SectionRecord<Header, Item>: Identifiable, Equatable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var header: Header
    @usableFromInline var tree: ChunkTree<Item>
    /// The section's name in its draft; what stands above the tree's root is `home`.
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
