extension DerivableSource {
    /// The source selected by the newest value of this source.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | the followed source | the same change |
    /// | the value | one update, from the current state to the state of the new value's source at that cut |
    /// | both at once | one update |
    /// | the value, to an equal one | nothing |
    ///
    /// Without a value, and for a value whose source is `nil`, the state is empty. Subscribers never see the states of two sources mixed, an outdated change of
    /// the old source, or an empty state in between. They receive the difference of two states. If the sources share
    /// structure, as two states of one list do, it costs only what differs.
    ///
    /// As every derived source it is pulled: values that no demand has seen are skipped. `source` runs once per change
    /// of the value seen, off every actor and outside every lock. A refresh reads one value, that of its cut, so it
    /// ends however fast the value changes, even if every call of `source` changes it. (A refresh restarts, at most
    /// twice, if a source chosen for the first time has changed since the refresh began.) `source` can create a source
    /// or return an existing one. The source is kept alive until the value changes; then it is released and no longer
    /// followed or compared.
    ///
    /// Each state belongs to one cut of *all* origins, including those that come and go with the value: a transaction
    /// over the selection and a list appears as a whole. The result finishes when the selection and the last followed
    /// source have finished.
    ///
    /// ```swift
    /// let room = Parameter(lobby.id)
    /// let shown = room.switchToLatest { room in messages.filter { $0.roomID == room } }
    /// room.set(kitchen.id)                  // one update, from the lobby's messages to the kitchen's
    /// ```
    ///
    /// The branches of `source` can be sources of different types, and `nil` for no source; see ``SourceBuilder``. If
    /// `nil` comes first, as in `guard ... else { return nil }`, the compiler needs the closure's type:
    ///
    /// ```swift
    /// let shown = selection.switchToLatest { id in
    ///     if let id { messages.filter { $0.roomID == id } }                    // nothing selected: empty
    /// }
    /// let staffShown = showsAll.switchToLatest { $0 ? staff : staff.filter { $0.isActive } }
    /// ```
    ///
    /// A closure that returns a source derived from the result is a programming error, like endless recursion: no such
    /// state exists, and a refresh traps. Combine's `switchToLatest` and Rx's `switchMap` do not compute the difference
    /// of two states; DynamicData's `Switch` empties the list first.
    ///
    /// - Parameters:
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - source: Creates or finds the source for a value; `any DerivableSource` of the same kind of state, or `nil`.
    /// - Returns: The derived source.
    /// - Complexity: That of the followed source; for a new value, that of building the new source.
    @inlinable
    public func switchToLatest<Value, Output>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @SourceBuilder<Output> _ source: @escaping @Sendable (_ value: Value) -> (any DerivableSource<Output>)?
    ) -> DerivedSource<Output> where Snapshot == ValueSnapshot<Value> {
        DerivedSource(
            from: upstream, origin: "switchToLatest at \(fileID):\(line)", choosing: SwitchOperator(source))
    }
}
