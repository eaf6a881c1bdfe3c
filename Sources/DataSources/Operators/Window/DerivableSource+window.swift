extension DerivableSource {
    /// A part of this source that stays with its first item, as the part of a list that is on a screen does.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, move above the window | nothing |
    /// | insert, delete, move, update in it | the same; what goes at its end, or comes there, makes up for it |
    /// | delete of its first item | its deletion: the next item that stays in its place is the first one then |
    /// | move of its first item | the window goes with it |
    /// | anything below the window | nothing |
    ///
    /// At the end of the list it shows fewer. It starts at a position or with an id: at the item that is there when the
    /// window is placed. Where the list is shorter, it waits until there is an item at the position; for an id, until
    /// there is an item that has it. When nothing that came after the first item is left, the window keeps its position
    /// as a number.
    ///
    /// Its state depends on the way: which item is the first one follows from what was there when somebody last asked.
    /// An item that goes and comes back in between has not been away. For a part by number, whichever items are there,
    /// use ``dropFirst(_:)`` and `prefix(_:)`.
    ///
    /// ```swift
    /// let visible = messages.window(Window(start: 100, count: 50))
    /// ```
    ///
    /// - Parameter window: Where it starts, and how many items it holds.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts what comes, goes or changes in the window, and O(*r* log *r*) in the
    ///   number of runs of changes anywhere.
    @inlinable
    public func window<Item>(
        _ window: Window<Item.ID>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: WindowOperator(window))
    }

    /// A part of this source that stays with its first item, and that another source moves, such as a ``Parameter``.
    ///
    /// | The window | What comes out |
    /// |---|---|
    /// | another start | what it no longer shows is deleted, what it shows besides is inserted; the rest stays |
    /// | another count only | insertions or deletions at its end; it stays with its first item |
    ///
    /// Changes of both sources at once make one update; then the window's start is a position in the list as it is after.
    /// As long as there is no window, nothing comes out. Else as the other `window`.
    ///
    /// ```swift
    /// let window = Parameter(Window<Message.ID>(start: 0, count: 50))
    /// let visible = messages.window(window)
    /// window.set(Window(start: 30, count: 50))          // scrolled by thirty: twenty rows stay
    /// ```
    ///
    /// - Parameter window: The source of the window.
    /// - Returns: The derived source.
    /// - Complexity: As the other `window`; a start at an id is looked for in O(*n*), one at a position is not.
    @inlinable
    public func window<Item>(
        _ window: some DerivableSource<ValueSnapshot<Window<Item.ID>>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, window, through: WindowOperator())
    }
}
