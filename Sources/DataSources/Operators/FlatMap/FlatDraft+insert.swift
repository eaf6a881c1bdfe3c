extension FlatDraft {
    /// Inserts one result, without changing a weight.
    @inlinable
    mutating func insert(_ result: Result, at position: Int) throws(LostTrack) {
        try draft.track { draft throws(EditError) in try draft.insert(result, at: position) }
    }

    /// Removes one result, without changing a weight.
    @inlinable
    mutating func remove(at position: Int) throws(LostTrack) {
        try draft.track { draft throws(EditError) in _ = try draft.remove(at: position) }
    }
}
