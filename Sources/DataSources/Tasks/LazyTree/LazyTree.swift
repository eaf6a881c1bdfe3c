internal import Synchronization

/// A tree that loads the children of an item when it is first expanded: folders of a server, menus, replies to a
/// comment.
///
/// ```swift
/// let tree = try LazyTree([home]) { folder in try await server.folders(in: folder.id) }
/// let subscription = await tree.rows.subscribe()
/// try await tree.expand(id: home.id)
/// ```
///
/// ``rows`` is the outline of the visible items: a source like any other. Each item has a ``LazyTreeNode/Phase``.
///
/// | What happens | What subscribers receive |
/// |---|---|
/// | ``expand(id:)``, children not loaded | the row is loading; then, in one update, loaded and expanded with its children |
/// | the same, loading fails | it is loading; then it has failed and is collapsed |
/// | the same, task cancelled | it is loading; then it is as before |
/// | ``expand(id:)``, children loaded | it is expanded, and its expanded descendants reappear |
/// | ``collapse(id:discarding:)`` | it is collapsed; its descendants leave the rows, but stay loaded |
/// | the same, discarding | the same; its descendants are discarded, and loaded again when needed |
/// | ``reload(id:)`` | it is loading; then it has the new children; those that stay keep their descendants |
///
/// - **In the caller's task.** Children are loaded in the task that calls, and cancelling it cancels the load. The tree
///   starts no task. Each item has at most one running load; different items load concurrently.
/// - **Once.** Expanding an item that is being loaded waits for that load and shares its result or its error. If the
///   loading task is cancelled, a waiting task takes over.
/// - **The last call wins.** An item collapsed during its load gets its children and stays collapsed. An item discarded
///   or removed during its load stays so, and the result is dropped.
/// - **Unique ids.** Each id occurs once in the whole tree. Loading children with an id that occurs elsewhere is an
///   error, and none of them is added.
/// - **Laws.** The rows keep all laws of <doc:Guarantees> but 12 and 16: nothing is submitted, and edits return no
///   version. When a call returns, its effect is in the rows.
public final class LazyTree<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// An item and the loading state of its children.
    public typealias Node = LazyTreeNode<Item>
    /// A visible row of the tree.
    public typealias Row = TreeRow<Node>

    /// The visible rows: those whose ancestors are all expanded.
    public let rows: DerivedSource<ListSnapshot<Row>>

    /// Siblings are in order; the order of other nodes is unspecified.
    let nodes: ListSource<Node>
    /// Set only on the nodes' group, in one commit with the nodes.
    package let expansion: Parameter<Expansion<Item.ID>>
    let children: @Sendable (Item) async throws -> [Item]
    /// Guarded by the mutex; collapses and discards are recorded only on the nodes' group, right after their commits.
    let loads = Mutex(Loads())

    /// Creates a tree of collapsed roots.
    ///
    /// - Parameters:
    ///   - roots: The roots in their order.
    ///   - children: Loads the children of an item, in order; an empty array if it has none. Called in the task that
    ///     loads, off the tree's executor.
    /// - Throws: ``EditError`` with every id that occurs twice.
    public init(
        _ roots: some Sequence<Item>,
        children: @escaping @Sendable (Item) async throws -> [Item]
    ) throws(EditError) {
        let nodes = try ListSource(roots.map { Node($0, under: nil) })
        let expansion = Parameter(Expansion<Item.ID>())
        self.nodes = nodes
        self.expansion = expansion
        self.children = children
        rows = nodes.tree(parent: { $0.parentID }, expanded: expansion)
    }

    /// The node with this id, visible or not; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func node(id: Item.ID) async -> Node? {
        await nodes.item(id: id)
    }

    /// Whether an item is expanded.
    public func isExpanded(id: Item.ID) -> Bool {
        expansion.value.contains(id)
    }

    /// Whether a task loads children or waits for them: for tests.
    package var isLoading: Bool { loads.withLock { !$0.isEmpty } }

    /// Finishes the tree: ``rows`` finishes once its remaining changes have been delivered; later edits throw.
    public func finish() async {
        await nodes.finish()
        expansion.finish()
    }
}

/// An item of a ``LazyTree`` and the loading state of its children.
public struct LazyTreeNode<Item>: Identifiable, Equatable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// The loading state of an item's children.
    public enum Phase: String, Hashable, Codable, Sendable {
        /// The children have not been loaded, or have been discarded.
        case unloaded
        /// The children are being loaded; previously loaded children stay until then.
        case loading
        /// The children are loaded; there may be none.
        case loaded
        /// The last load failed; previously loaded children stay.
        case failed
    }

    /// The item.
    public internal(set) var item: Item
    /// The id of the parent; `nil` for a root.
    public let parentID: Item.ID?
    /// The loading state of its children.
    public internal(set) var phase: Phase = .unloaded
    /// The ids of the children in order; `nil` while they are not loaded.
    var childIDs: [Item.ID]?

    init(_ item: Item, under parentID: Item.ID?) {
        self.item = item
        self.parentID = parentID
    }

    /// The id of the item.
    public var id: Item.ID { item.id }
}

extension LazyTreeNode: CustomStringConvertible {
    /// The item, and its phase unless its children are loaded.
    public var description: String { phase == .loaded ? "\(item)" : "\(item) (\(phase))" }
}
