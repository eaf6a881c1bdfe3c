/// Maintains the rows of a tree with a constant expansion; see ``DerivableSource/tree(parent:)``.
@usableFromInline
package struct WholeTreeOperator<Rows: TreeOutput & ~Copyable>: SnapshotOperator, ~Copyable {
    @usableFromInline var tree: TreeOperator<Rows>

    @inlinable
    package init(_ tree: consuming TreeOperator<Rows>) {
        self.tree = tree
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Rows.Item>>) -> Rows.Snapshot {
        tree.apply(update, nil)
    }
}
