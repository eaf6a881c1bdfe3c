public import DataSources

extension Presentation where Snapshot: ItemSnapshot {
    /// Performs an action on the item at a position on the screen.
    ///
    /// If there is no such position any more, nothing happens.
    ///
    /// - Returns: Whether there was an item that the action applied to.
    /// - Throws: Any error of the action.
    @discardableResult
    public func perform(_ action: Action<Snapshot.Item>, at position: Snapshot.ItemPosition) async throws -> Bool {
        guard let item = snapshot[position] else { return false }
        return try await action.perform(on: item)
    }
}
