extension ListSource {
    /// Keeps the source equal to the newest element of a sequence of whole lists, until the sequence ends.
    ///
    /// Each element is taken in by ``replaceAll(with:)``: subscribers are told the net difference, by id. It runs in the
    /// caller's task; cancelling that ends it. Any sequence will do: a database observation, a polling loop, another
    /// source's stream.
    ///
    /// ```swift
    /// try await staff.follow(observation.values(in: databaseQueue))
    /// ```
    ///
    /// - Throws: What the sequence throws, or ``EditError`` when an element has ids twice. The source keeps its last
    ///   good state.
    public nonisolated func follow<States: AsyncSequence>(
        _ states: States
    ) async throws where States.Element: Sequence<Item> & Sendable {
        for try await state in states {
            if Task.isCancelled { return }
            try await replaceAll(with: state)
        }
    }

    /// Makes the edits of a sequence, one transaction each, until the sequence ends.
    ///
    /// It runs in the caller's task; cancelling that ends it.
    ///
    /// - Throws: What the sequence throws, or ``EditError`` when an edit cannot be made. The edits before it stay.
    public nonisolated func follow<Edits: AsyncSequence>(
        _ edits: Edits
    ) async throws where Edits.Element == ListEdit<Item> {
        for try await edit in edits {
            if Task.isCancelled { return }
            try await transaction { try $0.apply(edit) }
        }
    }

    /// Makes the batches of edits of a sequence, one transaction a batch, until the sequence ends.
    ///
    /// It runs in the caller's task; cancelling that ends it.
    ///
    /// - Throws: What the sequence throws, or ``EditError`` when an edit cannot be made; then none of its batch is made,
    ///   and the batches before it stay.
    public nonisolated func follow<Batches: AsyncSequence>(
        _ batches: Batches
    ) async throws where Batches.Element: Sequence<ListEdit<Item>> & Sendable {
        for try await batch in batches {
            if Task.isCancelled { return }
            try await apply(batch)
        }
    }
}
