extension FlatDraft {
    /// Inserts one result; its weight is another matter.
    @inlinable
    mutating func insert(_ result: Result, at position: Int) throws(LostTrack) {
        try draft.track { draft throws(EditError) in try draft.insert(result, at: position) }
    }

    /// Removes one result; its weight is another matter.
    @inlinable
    mutating func remove(at position: Int) throws(LostTrack) {
        try draft.track { draft throws(EditError) in _ = try draft.remove(at: position) }
    }
}
