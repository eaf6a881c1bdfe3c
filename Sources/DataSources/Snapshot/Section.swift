/// A header and the items under it: what goes into a sectioned snapshot, and what one is a collection of.
///
/// The header's id is the section's identity; its content is what a section's title would show. A section is a plain
/// value and may hold anything: whether its ids are unique is checked where it enters a snapshot or a source.
///
/// ```swift
/// let sales = Section(Department(id: "sales", title: "Sales"), items: [carol, dave])
/// sales.items.count
/// ```
public struct Section<Header, Item>: Identifiable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// What identifies and describes the section.
    public var header: Header
    /// The items, in order; O(1) to copy.
    public var items: ListSnapshot<Item>

    /// The header's id.
    @inlinable
    public var id: Header.ID { header.id }

    /// Creates a section of `items` in their order.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public init(_ header: Header, items: some Sequence<Item>) {
        self.init(header, items: ListSnapshot(tree: ChunkTree(unindexed: ContiguousArray(items)), lineage: .none))
    }

    /// Creates a section of a list that is there already, or an empty one, in O(1).
    @inlinable
    public init(_ header: Header, items: ListSnapshot<Item> = ListSnapshot()) {
        self.header = header
        self.items = items
    }
}

extension Section: Equatable {}
extension Section: Hashable where Header: Hashable, Item: Hashable {}
extension Section: Encodable where Header: Encodable, Item: Encodable {}
extension Section: Decodable where Header: Decodable, Item: Decodable {}

extension Section: CustomStringConvertible {
    /// The header and the items.
    public var description: String { "\(header): \(items)" }
}

/// A section as the tree of a snapshot holds it.
///
/// Two records are equal when they have equal headers and the very same items tree; so the records that a difference
/// reports as updated are the sections that need a look inside.
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
        left.tree.isIdentical(to: right.tree) && left.header == right.header
    }
}
