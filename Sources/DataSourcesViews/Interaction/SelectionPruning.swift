/// What an update removes from a selection, prepared off its actor.
struct SelectionPruning<ID: Hashable & Sendable>: Sendable {
    /// The generation of the selection that was read.
    private let generation: Int
    /// The selected ids whose items have disappeared.
    private let gone: Set<ID>
    /// The selected ids that remain; `nil` if it is cheaper to remove the others.
    private let remaining: Set<ID>?
    /// The ids of all items that have disappeared; `nil` if they were not needed.
    private let deleted: Set<ID>?

    init(of storage: SelectionStorage<ID>, deleted: () -> Set<ID>) {
        let content = storage.content
        generation = content.generation
        if content.ids.isEmpty {
            (gone, remaining, self.deleted) = ([], nil, nil)
            return
        }
        let deleted = deleted()
        let gone =
            content.ids.count < deleted.count
            ? content.ids.filter(deleted.contains) : deleted.filter(content.ids.contains)
        self.gone = gone
        self.deleted = deleted
        remaining = gone.count > 64 ? content.ids.subtracting(gone) : nil
    }

    /// Removes the ids whose items have disappeared, and returns them.
    ///
    /// - Parameters:
    ///   - ids: The selected ids.
    ///   - generation: The generation of the selection now.
    ///   - all: The ids of all items that have disappeared, if they have not been collected yet.
    /// - Returns: The removed ids.
    func gone(from ids: inout Set<ID>, _ generation: Int, all: () -> Set<ID>) -> Set<ID> {
        if generation == self.generation {
            if let remaining { ids = remaining } else { ids.subtract(gone) }
            return gone
        }
        // Items have been selected or deselected since.
        if ids.isEmpty { return [] }
        let deleted = deleted ?? all()
        let gone = ids.count < deleted.count ? ids.filter(deleted.contains) : deleted.filter(ids.contains)
        ids.subtract(gone)
        return gone
    }
}
