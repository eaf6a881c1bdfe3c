internal import Synchronization

/// A tree whose items' children are loaded when they are first expanded: folders of a server, levels of a menu, the
/// answers to a comment.
///
/// ```swift
/// let tree = try LazyTree([home]) { folder in try await server.folders(in: folder.id) }
/// let subscription = await tree.rows.subscribe()
/// try await tree.expand(home.id)
/// ```
///
/// ``rows`` is the outline of what is there: a source like any other.
///
/// | What happens | What subscribers are told |
/// |---|---|
/// | ``expand(_:)``, the children not loaded | the row is ``LazyTreeNode/Phase/loading``; then in one update: it is loaded and expanded, and its children are there |
/// | the same, and loading fails | it is loading; then it has ``LazyTreeNode/Phase/failed``, and is collapsed |
/// | the same, and the task is cancelled | it is loading; then it is as it was before |
/// | ``expand(_:)``, the children loaded | it is expanded, and what is expanded below it is there again |
/// | ``collapse(_:discarding:)`` | it is collapsed; what is below it is gone from the rows, and kept |
/// | the same, discarding | the same; what is below it is let go of, and loaded again when it is needed |
/// | ``reload(_:)`` | it is loading; then its children are those of now: those that stay keep what is below them |
///
/// - **In the caller's task.** Children are loaded by whoever asks for them; cancelling that task cancels the loading. The
///   tree starts no task. No two loads of one item run at the same time; those of different items do.
/// - **Once.** Who expands an item that is being loaded waits for that, and has its success or its error. Is the task that
///   loads cancelled, one of those who wait goes on in its place.
/// - **The last word counts.** An item that is collapsed while it is loaded gets its children and stays collapsed. What is
///   discarded or removed while it is loaded stays so; what was loaded for it is dropped.
/// - **Unique.** An id is there once in the whole tree. Children with an id that is there elsewhere are an error, and
///   nothing of them is taken.
public final class LazyTree<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// An item, with what is known of its children.
    public typealias Node = LazyTreeNode<Item>
    /// What a row has of the tree.
    public typealias Row = TreeRow<Node>

    /// The visible rows: those whose ancestors are all expanded.
    public let rows: DerivedSource<ListSnapshot<Row>>

    /// The children of an item are in their order there; of others nothing is said.
    let nodes: ListSource<Node>
    /// It is set on the nodes' group only, in one commit with them.
    package let expansion: Parameter<Expansion<Item.ID>>
    let children: @Sendable (Item) async throws -> [Item]
    /// Guarded by the mutex; collapses and discards are noted on the nodes' group only, right after their commits.
    let loads = Mutex(Loads())

    /// Creates a tree of roots that are not expanded.
    ///
    /// - Parameters:
    ///   - roots: The roots in their order.
    ///   - children: Loads the children of an item, in their order; none of an item that has none. Called in the task of
    ///     whoever asks for them, and off the tree.
    /// - Throws: ``EditError`` with every id that is there twice.
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

    /// The node with this id, whether it is visible or not; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func node(_ id: Item.ID) async -> Node? {
        await nodes.item(id: id)
    }

    /// Whether an item is expanded.
    public func isExpanded(_ id: Item.ID) -> Bool {
        expansion.value.contains(id)
    }

    /// Whether somebody loads children, or waits for that: for tests.
    package var isLoading: Bool { loads.withLock { !$0.isEmpty } }

    /// Lets the tree end: ``rows`` finishes once what is left has been seen; later edits throw.
    public func finish() async {
        await nodes.finish()
        expansion.finish()
    }
}
