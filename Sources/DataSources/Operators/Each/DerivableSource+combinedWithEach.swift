extension DerivableSource {
    /// The items of this source, each with what a source of its own shows.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, move | the same, at the same positions |
    /// | update | an update |
    /// | the source of an item | an update of the item's row, if the state differs |
    /// | several of these in one transaction | one update |
    ///
    /// `source` finds the source of an item: one that exists, or one that it creates. It is called when an item appears
    /// and when it is updated, off every actor and outside every lock, and never for an item that stays or moves. If it
    /// returns the same source as before, nothing else happens; otherwise the item's row shows the state of the new
    /// source. To create sources, use ``combinedWithEach(by:fileID:line:_:)``, which keeps an item's source while its
    /// key stays.
    ///
    /// ```swift
    /// let rows = rooms.combinedWithEach { room in room.messages }     // of CombinedItem<Room, ListSnapshot<Message>>
    /// await rows.snapshot[0]?.snapshot.count
    /// ```
    ///
    /// All sources of one kind will do: lists, sections, sources of one value such as a ``Parameter`` (see
    /// ``CombinedItem/value``). Several items can have the same source. A source is kept alive until its item is
    /// gone; then it is released and no longer followed.
    ///
    /// Each state belongs to one cut of *all* origins, including those that come and go with the items: a transaction
    /// over the list and the sources of its items appears as a whole, also where those are derived from the list
    /// itself. The result finishes when this source and the sources of all present items have finished. A closure that
    /// returns a source derived from the result is a programming error and traps, as for ``switchToLatest(fileID:line:_:)``.
    ///
    /// Each source is followed by itself. Where the sources would be parts of one other list, `leftJoined` or
    /// `grouped(by:)` cost less: ten thousand filters of one list each look at each change of that list.
    ///
    /// - Parameters:
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - source: Finds or creates the source of an item; `any DerivableSource` of the same kind of state.
    /// - Returns: The derived source.
    /// - Complexity: O((*k* + *c*) log *n*) for *k* changes of the list and *c* items whose sources have changed; those
    ///   that have not changed cost nothing, except that timers among them are looked at.
    @inlinable
    public func combinedWithEach<Item, Child>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ source: @escaping @Sendable (_ item: Item) -> any DerivableSource<Child>
    ) -> DerivedSource<ListSnapshot<CombinedItem<Item, Child>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: upstream,
            origin: "the operator at \(fileID):\(line)",
            choosing: CombinedWithEachOperator<Item, Item.ID, Child>(.byItem(source))
        )
    }

    /// The items of this source, each with what the source that belongs to its key shows.
    ///
    /// It is as ``combinedWithEach(fileID:line:_:)``, except that items with the same key share one source. `source` is
    /// called once for each key that appears, and not again until no item has had that key. So it can create a source:
    /// updates of an item that leave its key as it is keep it.
    ///
    /// ```swift
    /// let rows = tasks.combinedWithEach(by: \.roomID) { roomID in messages.filter { $0.roomID == roomID } }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item; must give the same key for equal items.
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - source: Finds or creates the source for a key.
    /// - Returns: The derived source.
    /// - Complexity: As without a key; *c* counts all items of each source that has changed.
    @inlinable
    public func combinedWithEach<Item, Key: Hashable & Sendable, Child>(
        @OperatorClosure<Key> by key: @escaping @Sendable (_ item: Item) -> Key,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ source: @escaping @Sendable (_ key: Key) -> any DerivableSource<Child>
    ) -> DerivedSource<ListSnapshot<CombinedItem<Item, Child>>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(
            from: upstream,
            origin: "the operator at \(fileID):\(line)",
            choosing: CombinedWithEachOperator<Item, Key, Child>(.byKey(key, source))
        )
    }
}
