extension DerivableSource {
    /// A part of this source that follows its first item, like the visible part of a list on a screen.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, move above the window | nothing |
    /// | insert, delete, move, update in it | the same; items enter or leave at its end to keep the count |
    /// | delete of its first item | its deletion; the next item that stays in place becomes the first |
    /// | move of its first item | the window moves with it |
    /// | anything below the window | nothing |
    ///
    /// Near the end of the list it shows fewer items. It starts at a position or an id, and follows the item found
    /// there when the window is placed. If the list is too short, or has no such id, it waits for an item at that
    /// position or with that id. If no later item is left to follow, the window keeps its numeric position.
    ///
    /// The result depends on when this source is read: the first item follows from the snapshots that consumers have
    /// read. An item deleted and inserted again between two reads does not count as deleted. For a numbered part,
    /// whichever items are in it, use `dropFirst(_:)` and `prefix(_:)`.
    ///
    /// ```swift
    /// let visible = messages.window(ListWindow(start: 100, count: 50))
    /// ```
    ///
    /// - Parameter window: The start and the number of items.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes in the window, and O(*r* log *r*) in the
    ///   number of runs of all changes.
    @inlinable
    public func window<Item>(
        _ window: ListWindow<Item.ID>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: WindowOperator(window))
    }

    /// A part of this source that follows its first item; another source, such as a ``Parameter``, moves it.
    ///
    /// | The window | Output |
    /// |---|---|
    /// | new start | items that leave the window are deleted, items that enter it inserted; the rest stays |
    /// | new count only | insertions or deletions at its end; it keeps following its first item |
    ///
    /// Simultaneous changes of both sources make one update; the window's start is then a position in the new list.
    /// While there is no window the output is empty. Everything else works like the other `window`.
    ///
    /// ```swift
    /// let window = Parameter(ListWindow<Message.ID>(start: 0, count: 50))
    /// let visible = messages.window(window)
    /// window.set(ListWindow(start: 30, count: 50))          // scrolled by thirty: twenty rows stay
    /// ```
    ///
    /// - Parameter window: The source of the window.
    /// - Returns: The derived source.
    /// - Complexity: That of the other `window`; also O(*n*) to find the start by id, but not by position.
    @inlinable
    @_disfavoredOverload
    public func window<Item>(
        _ window: some DerivableSource<ValueSnapshot<ListWindow<Item.ID>>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, window, through: WindowOperator())
    }
}
