extension DerivableSource {
    /// The source that belongs to the newest value of this one: another value, another source.
    ///
    /// | What changes | What comes out |
    /// |---|---|
    /// | the source that is followed | the same |
    /// | the value | one update, from what was there to what the source that belongs to the new value has at that cut |
    /// | both at once | one update |
    /// | the value, to an equal one | nothing |
    ///
    /// As long as there is no value, the state is the empty one. Subscribers never see the states of two sources mixed,
    /// nor, once the new value counts, anything more of the old source, nor an empty state in between. They are told the
    /// difference of two states; it costs what differs when both sources share structure, as two states of one list do.
    ///
    /// It is pulled, as every derived source: values that nobody has asked for in between are skipped. `source` is called
    /// once for each change of the value that is seen, off every actor and outside of every lock. Each request sees one
    /// value, the one of its cut: so it is answered however fast the value changes, even if it changes each time that
    /// `source` is called. (A request asks again, twice at most, when it is given a source for the first time that others
    /// have changed since the request began.)
    /// It may make a source or find one. The source is kept alive until the value is another one, then let go of, and no
    /// longer followed or compared.
    ///
    /// States belong to one cut of *all* origins, also of those that come and go with the value: a transaction over
    /// the selection and a list is seen as a whole. It finishes when the selection has, and the source followed last.
    ///
    /// ```swift
    /// let room = Parameter(lobby.id)
    /// let shown = room.switchToLatest { room in messages.filter { $0.roomID == room } }
    /// room.set(kitchen.id)                  // one update, from the lobby's messages to the kitchen's
    /// ```
    ///
    /// A closure that returns a source which is derived from the result itself is a programming error, as a function that
    /// calls itself without end is: no state belongs to it, and it traps when it is asked. Combine and
    /// Rx have `switchToLatest` and `switchMap`, which cannot tell what separates two states; DynamicData has `Switch`,
    /// which empties the list first.
    ///
    /// - Parameters:
    ///   - fileID: Where it is made, to be named when it traps.
    ///   - line: Where it is made.
    ///   - source: Makes or finds the source that belongs to a value; `any DerivableSource` of the same kind of state.
    /// - Returns: The derived source.
    /// - Complexity: As the source that is followed; for another value that of building the new source.
    @inlinable
    public func switchToLatest<Value, Output>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ source: @escaping @Sendable (_ value: Value) -> any DerivableSource<Output>
    ) -> DerivedSource<Output> where Snapshot == ValueSnapshot<Value> {
        DerivedSource(from: upstream, origin: "\(fileID):\(line)", choosing: source)
    }
}
