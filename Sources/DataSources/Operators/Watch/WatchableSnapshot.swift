/// A snapshot whose updates tell which items have left and which are new or changed: a list or sections.
@usableFromInline
package protocol WatchableSnapshot: SnapshotProtocol {
    associatedtype Watched: Identifiable & Equatable & Sendable where Watched.ID: Sendable

    /// Calls `body` with every item that may have left.
    static func forEachGone(in update: Update<Self>, _ body: (Watched) -> Void)

    /// Calls `body` with every item that may be new, changed, or have come back from ``forEachGone(in:_:)``.
    static func forEachFresh(in update: Update<Self>, _ body: (Watched) -> Void)
}

extension ListSnapshot: WatchableSnapshot {
    @inlinable
    package static func forEachGone(in update: Update<ListSnapshot>, _ body: (Item) -> Void) {
        for range in update.changes.deletions.ranges { update.before.forEach(in: range) { body($1) } }
    }

    @inlinable
    package static func forEachFresh(in update: Update<ListSnapshot>, _ body: (Item) -> Void) {
        for range in update.changes.insertions.ranges { update.after.forEach(in: range) { body($1) } }
        for pair in update.changes.updates { body(update.after.tree.element(at: pair.after)) }
    }
}

extension SectionedSnapshot: WatchableSnapshot {
    @inlinable
    package static func forEachGone(in update: Update<SectionedSnapshot>, _ body: (Item) -> Void) {
        let before = update.before
        for path in update.changes.deletions { body(before.tree.element(at: path.section).tree.element(at: path.item)) }
        // Items deleted with their section are not listed one by one.
        for section in update.changes.sections.deletions { before.forEachItem(ofSection: section, body) }
    }

    @inlinable
    package static func forEachFresh(in update: Update<SectionedSnapshot>, _ body: (Item) -> Void) {
        let (after, changes) = (update.after, update.changes)
        for path in changes.insertions { body(after.tree.element(at: path.section).tree.element(at: path.item)) }
        for section in changes.sections.insertions { after.forEachItem(ofSection: section, body) }
        for pair in changes.updates {
            body(after.tree.element(at: pair.after.section).tree.element(at: pair.after.item))
        }
        // Items that survived the deletion of their section.
        let deleted = Set(changes.sections.deletions)
        if deleted.isEmpty { return }
        for pair in changes.moves where deleted.contains(pair.before.section) {
            body(after.tree.element(at: pair.after.section).tree.element(at: pair.after.item))
        }
    }

    @inlinable
    func forEachItem(ofSection section: Int, _ body: (Item) -> Void) {
        tree.element(at: section).tree.forEachLeaf { items, _ in for item in items { body(item) } }
    }
}
