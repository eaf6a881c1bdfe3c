extension DerivableSource {
    /// The outline of this source's items, each of which names its parent, as indented rows.
    ///
    /// A row is shown if all its ancestors are expanded. A parent is followed by its children, and each child by its
    /// own; siblings keep their upstream order.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | insert, delete | the same, if all ancestors are expanded; an update of the parent's row, which counts its children |
    /// | move | moves of the row and all rows shown below it, if the order of siblings changes; else nothing |
    /// | update | an update; with a new parent, moves of the row and all rows shown below it, with new depths |
    /// | expand | insertions of the rows that become visible; an update of the row |
    /// | collapse | deletions of the rows that become hidden; an update of the row |
    /// | all of these at once | one update |
    ///
    /// - **Orphans.** An item whose parent is missing is a root, in order among the roots, until its parent is
    ///   inserted. So `filter(_:)` upstream loses no remaining item, and a parent may be inserted after its children.
    /// - **Cycles.** Items that are their own ancestors are below no root: they and their descendants are hidden until
    ///   the cycle is broken. They cause no other harm.
    /// - **Hidden rows.** Changes of hidden rows produce no update. An id stays expanded while its row is hidden or
    ///   missing.
    ///
    /// `parent` is called once for each item that is inserted or updated, in the order of positions. It must give the
    /// same answer for equal items. While `expanded` has no value, nothing is expanded. DynamicData's
    /// `TransformToTree`, which leaves expanding to its views; in SQL a recursive query.
    ///
    /// ```swift
    /// let expansion = Parameter(Expansion([documents.id]))
    /// let outline = files.tree(parent: { $0.folderID }, expanded: expansion)
    /// for row in await outline.snapshot { print(String(repeating: "  ", count: row.depth) + row.item.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - parent: The id of an item's parent; `nil` for a root.
    ///   - expanded: The source of the expanded ids, such as a ``Parameter``.
    /// - Returns: The derived source of the rows.
    /// - Complexity: O((*k* + *r*) log *n*) for *k* changes that show, hide or move *r* rows. A child that becomes the
    ///   last of its siblings also costs O(*d* log *n*), where *d* is its depth or the depth of the rows shown below
    ///   its previous sibling, whichever is smaller. A new expansion also costs O(*e*) for the *e* ids it names. The
    ///   number of hidden items does not matter, and depth is unlimited.
    @inlinable
    public func tree<Item>(
        @OperatorClosure<Item.ID?> parent: @escaping @Sendable (Item) -> Item.ID?,
        expanded: some DerivableSource<ValueSnapshot<Expansion<Item.ID>>>
    ) -> DerivedSource<ListSnapshot<TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, expanded, through: TreeOperator(into: TreeList<Item>.self, parent: parent))
    }

    /// The outline of this source's items, each of which names its parent, as indented rows with everything expanded.
    ///
    /// Works like ``tree(parent:expanded:)``.
    ///
    /// ```swift
    /// let thread = comments.tree { $0.answers }
    /// ```
    ///
    /// - Parameter parent: The id of an item's parent; `nil` for a root.
    /// - Returns: The derived source of the rows.
    /// - Complexity: That of ``tree(parent:expanded:)``.
    @inlinable
    public func tree<Item>(
        @OperatorClosure<Item.ID?> parent: @escaping @Sendable (Item) -> Item.ID?
    ) -> DerivedSource<ListSnapshot<TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        let tree = TreeOperator(into: TreeList<Item>.self, expansion: .all, parent: parent)
        return DerivedSource(from: self, through: WholeTreeOperator(tree))
    }

    /// The outline of this source's items as sections: the row of a root is a header, the rows shown below it are its
    /// items.
    ///
    /// The rows below a root start at depth 1. Works like ``tree(parent:expanded:)``; a root that is collapsed or has
    /// no children is a section without items. When a row becomes a root or stops being one, an item is deleted and a
    /// section inserted, or the reverse. Items whose root changes move from section to section.
    ///
    /// ```swift
    /// let settings = entries.treeSections(parent: { $0.groupID }, expanded: expansion)
    /// ```
    ///
    /// - Parameters:
    ///   - parent: The id of an item's parent; `nil` for a root.
    ///   - expanded: The source of the expanded ids, such as a ``Parameter``.
    /// - Returns: The derived source of the sections.
    /// - Complexity: That of ``tree(parent:expanded:)``.
    @inlinable
    public func treeSections<Item>(
        @OperatorClosure<Item.ID?> parent: @escaping @Sendable (Item) -> Item.ID?,
        expanded: some DerivableSource<ValueSnapshot<Expansion<Item.ID>>>
    ) -> DerivedSource<SectionedSnapshot<TreeRow<Item>, TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, expanded, through: TreeOperator(into: TreeSections<Item>.self, parent: parent))
    }

    /// The outline of this source's items as sections, with everything expanded.
    ///
    /// Works like ``treeSections(parent:expanded:)``.
    ///
    /// - Parameter parent: The id of an item's parent; `nil` for a root.
    /// - Returns: The derived source of the sections.
    /// - Complexity: That of ``tree(parent:expanded:)``.
    @inlinable
    public func treeSections<Item>(
        @OperatorClosure<Item.ID?> parent: @escaping @Sendable (Item) -> Item.ID?
    ) -> DerivedSource<SectionedSnapshot<TreeRow<Item>, TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        let tree = TreeOperator(into: TreeSections<Item>.self, expansion: .all, parent: parent)
        return DerivedSource(from: self, through: WholeTreeOperator(tree))
    }
}
