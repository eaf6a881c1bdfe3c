extension ListSource {
    /// Keeps the source equal to the newest element of a sequence of whole lists until the sequence ends.
    ///
    /// Each element is applied with ``replaceAll(with:)``: subscribers receive the net difference by id. It runs in the
    /// caller's task and returns when that is cancelled. Any sequence works: a database observation, a polling loop,
    /// another source's stream.
    ///
    /// ```swift
    /// try await staff.follow(observation.values(in: databaseQueue))
    /// ```
    ///
    /// Items whose ids are text keys of a database declare them as ``TextID``: two keys can be one `String`.
    ///
    /// By default an element that contains an id twice ends it. A policy keeps one of the items. With `onInvalid`, such an
    /// element is reported, the source keeps its last valid state, and the next element is applied.
    ///
    /// - Parameters:
    ///   - states: The states.
    ///   - policy: What happens to ids that occur twice in one state.
    ///   - onInvalid: Called, in the caller's task, with the error of each state that is refused for its ids.
    /// - Throws: Any error of the sequence; ``EditError`` if an element contains an id twice and nothing else was said. The
    ///   source keeps its last valid state.
    public nonisolated func follow<States: AsyncSequence>(
        _ states: States,
        duplicates policy: DuplicatePolicy = .refuse,
        onInvalid: ((EditError) async -> Void)? = nil
    ) async throws where States.Element: Sequence<Item> & Sendable {
        for try await state in states {
            if Task.isCancelled { return }
            do {
                try await replaceAll(with: state, duplicates: policy)
            } catch {
                guard let onInvalid, let refusal = error as? EditError, refusal.isOfDuplicates else { throw error }
                await onInvalid(refusal)
            }
        }
    }

    /// Applies a sequence of edits, one transaction each, until the sequence ends.
    ///
    /// It runs in the caller's task and returns when that is cancelled.
    ///
    /// - Throws: Any error of the sequence; ``EditError`` if an edit is invalid. The edits before it stay.
    public nonisolated func follow<Edits: AsyncSequence>(
        _ edits: Edits
    ) async throws where Edits.Element == ListEdit<Item> {
        for try await edit in edits {
            if Task.isCancelled { return }
            try await transaction { try $0.apply(edit) }
        }
    }

    /// Applies a sequence of batches of edits, one transaction per batch, until the sequence ends.
    ///
    /// It runs in the caller's task and returns when that is cancelled.
    ///
    /// - Throws: Any error of the sequence; ``EditError`` if an edit is invalid: its batch is discarded, the batches
    ///   before it stay.
    public nonisolated func follow<Batches: AsyncSequence>(
        _ batches: Batches
    ) async throws where Batches.Element: Sequence<ListEdit<Item>> & Sendable {
        for try await batch in batches {
            if Task.isCancelled { return }
            try await apply(batch)
        }
    }
}
