extension DerivableSource {
    /// The outline of this source's items, each of which names its parent: indented rows, those only whose ancestors are
    /// all expanded.
    ///
    /// A parent is followed by its children, and each of those by its own; siblings are in the order they have upstream.
    ///
    /// | What changes | What comes out |
    /// |---|---|
    /// | insert, delete | the same, of the row, if all its ancestors are expanded; an update of its parent's row, which counts |
    /// | move | a move of the row and of all shown below it, if it is one among its siblings; else nothing |
    /// | update | an update; with another parent, a move of the row and of all shown below it, with other depths |
    /// | expand | insertions of what is to be seen below; an update of the row |
    /// | collapse | deletions of what was to be seen below; an update of the row |
    /// | all of it at once | one update |
    ///
    /// - **Orphans.** An item whose parent is not there is a root, in its place among the roots, until its parent comes.
    ///   So what is left of a tree by a `filter(_:)` is all there, and a parent may come after its children.
    /// - **Cycles.** Items that are one another's ancestors, or an item that is its own, are below no root: neither they
    ///   nor their descendants are shown until the cycle is broken. They do no harm.
    /// - **Hidden.** Of what is hidden nobody is told; what is expanded stays so while it is hidden, or is not there.
    ///
    /// `parent` is called once for each item that is inserted or updated, in the order of positions. It has to say the
    /// same of equal items. As long as `expanded` has no value, nothing is expanded. What DynamicData calls
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
    ///   - expanded: The source of what is expanded, such as a ``Parameter``.
    /// - Returns: The derived source of the rows.
    /// - Complexity: O((*k* + *r*) log *n*) for *k* changes that show, hide or move *r* rows; for a child that comes last of
    ///   its family also O(*d* log *n*), where *d* is its depth, or how deep what is shown below its previous sibling is:
    ///   the smaller one. Another expansion costs O(*e*) besides, for *e* ids that it names. Nothing depends on how much
    ///   is hidden, and no depth is too deep.
    @inlinable
    public func tree<Item>(
        parent: @escaping @Sendable (Item) -> Item.ID?,
        expanded: some DerivableSource<ValueSnapshot<Expansion<Item.ID>>>
    ) -> DerivedSource<ListSnapshot<TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, expanded, through: TreeOperator(into: TreeList<Item>.self, parent: parent))
    }

    /// The outline of this source's items, each of which names its parent: indented rows, with everything expanded.
    ///
    /// As ``tree(parent:expanded:)``.
    ///
    /// ```swift
    /// let thread = comments.tree { $0.answers }
    /// ```
    ///
    /// - Parameter parent: The id of an item's parent; `nil` for a root.
    /// - Returns: The derived source of the rows.
    /// - Complexity: As ``tree(parent:expanded:)``.
    @inlinable
    public func tree<Item>(
        parent: @escaping @Sendable (Item) -> Item.ID?
    ) -> DerivedSource<ListSnapshot<TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        let tree = TreeOperator(into: TreeList<Item>.self, expansion: .all, parent: parent)
        return DerivedSource(from: self, through: WholeTreeOperator(tree))
    }

    /// The outline of this source's items as sections: the row of each root is a header, and what is to be seen below it
    /// are the section's items, indented rows from the depth 1 on.
    ///
    /// As ``tree(parent:expanded:)``; a root that is collapsed, or has no children, is a section without items. What is
    /// a root no longer, or becomes one, is an item deleted and a section inserted, or the other way round. Items that
    /// get another root move from section to section.
    ///
    /// ```swift
    /// let settings = entries.treeSections(parent: { $0.groupID }, expanded: expansion)
    /// ```
    ///
    /// - Parameters:
    ///   - parent: The id of an item's parent; `nil` for a root.
    ///   - expanded: The source of what is expanded, such as a ``Parameter``.
    /// - Returns: The derived source of the sections.
    /// - Complexity: As ``tree(parent:expanded:)``.
    @inlinable
    public func treeSections<Item>(
        parent: @escaping @Sendable (Item) -> Item.ID?,
        expanded: some DerivableSource<ValueSnapshot<Expansion<Item.ID>>>
    ) -> DerivedSource<SectionedSnapshot<TreeRow<Item>, TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, expanded, through: TreeOperator(into: TreeSections<Item>.self, parent: parent))
    }

    /// The outline of this source's items as sections, with everything expanded.
    ///
    /// As ``treeSections(parent:expanded:)``.
    ///
    /// - Parameter parent: The id of an item's parent; `nil` for a root.
    /// - Returns: The derived source of the sections.
    /// - Complexity: As ``tree(parent:expanded:)``.
    @inlinable
    public func treeSections<Item>(
        parent: @escaping @Sendable (Item) -> Item.ID?
    ) -> DerivedSource<SectionedSnapshot<TreeRow<Item>, TreeRow<Item>>> where Snapshot == ListSnapshot<Item> {
        let tree = TreeOperator(into: TreeSections<Item>.self, expansion: .all, parent: parent)
        return DerivedSource(from: self, through: WholeTreeOperator(tree))
    }
}
