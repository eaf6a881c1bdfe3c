import DataSources

extension Presentation {
    /// Shows an edit at once, lets the source make it, and shows what the source has made of it.
    ///
    /// Until `commit` returns, the edit is made again in every state that arrives, so the display neither jumps back nor
    /// misses what others do. Afterwards the display shows the source's state, whatever `commit` has done: if it throws,
    /// the edit is undone on the screen. `commit` should return after the source has made the edit.
    ///
    /// - Parameters:
    ///   - edit: Makes the edit in a state; `nil` if it has no place there. It runs off the actor, and refers to items by
    ///     id, since the state may have changed.
    ///   - commit: Makes the edit in the source.
    /// - Returns: What `commit` returns.
    /// - Throws: Any error that `commit` throws; ``PresentationError/noPlace`` if the edit has no place in ``snapshot``.
    public func propose<Result>(
        _ edit: @escaping @Sendable (_ snapshot: Snapshot) -> Snapshot?,
        commit: () async throws -> Result
    ) async throws -> Result {
        guard await Self.hasPlace(edit, in: snapshot) else { throw PresentationError.noPlace }
        let proposal = Proposal(self, change { $0.editProposed(edit) })
        await bringUpToDateIfFree()
        return try await proposal.commit(commit)
    }

    @concurrent
    private static func hasPlace(_ edit: @Sendable (Snapshot) -> Snapshot?, in snapshot: Snapshot) async -> Bool {
        edit(snapshot) != nil
    }

    /// The display has made an edit by itself, as after a drag: it shows `snapshot` and is not told the edit.
    ///
    /// Call it from the toolkit's callback, synchronously, so that no update comes in between. Then commit the result.
    ///
    /// - Parameters:
    ///   - snapshot: What the display shows now.
    ///   - edit: Makes the edit in a state; `nil` if it has no place there. See ``propose(_:commit:)``.
    /// - Returns: The edit, to be committed.
    /// - Throws: ``PresentationError/displayIsBusy`` if the display is being told an update.
    public func displayShows(
        _ snapshot: Snapshot, by edit: @escaping @Sendable (_ snapshot: Snapshot) -> Snapshot?
    ) throws(PresentationError) -> Proposal<Snapshot> {
        if state.isTelling { throw .displayIsBusy }
        spent.add(state.shown)
        return Proposal(self, change { $0.editShown(snapshot, edit) })
    }

    /// An edit has ended; the display is brought to what the source has.
    func ended(_ edit: Int) async {
        // The subscription may be slower than the edit's commit; without this the display would jump back.
        let state = await newest()
        spent.add(self.state.received)
        _ = change { machine in
            _ = machine.stateReceived(state)
            return machine.editEnded(edit)
        }
        await bringUpToDateIfFree()
    }
}
