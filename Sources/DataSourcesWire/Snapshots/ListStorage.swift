public import DataSources

/// A replicated list.
public final class ListStorage<Item: Identifiable & Equatable & Sendable & Codable>: ReplicaStorage
where Item.ID: Sendable {
    private var draft = ListDraft<Item>()
    private var replays = Replays<ListDraft<Item>>()
    private var parts: [Item] = []
    /// Makes a step, or changes nothing; specialised for the items if a client's module creates the storage.
    @usableFromInline let make: (_ changes: WireChanges, _ draft: inout ListDraft<Item>) throws -> Void
    /// Replaces all items by equal and other ones.
    @usableFromInline let replace: (_ items: [Item], _ draft: inout ListDraft<Item>) throws -> Void

    /// Creates an empty list.
    @inlinable
    public init() {
        make = { changes, draft in try draft.transaction { draft in try Self.apply(changes, to: &draft) } }
        replace = { items, draft in try draft.replaceAll(with: items) }
    }

    /// The confirmed state.
    public var snapshot: ListSnapshot<Item> { draft.snapshot }

    /// Makes a step, or changes nothing.
    ///
    /// - Throws: ``WireError`` if the step does not fit the state.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    public func apply(_ changes: WireChanges) throws(WireError) {
        replays = Replays()
        try asWireErrors { try make(changes, &draft) }
    }

    @inlinable
    static func apply(_ changes: WireChanges, to draft: inout ListDraft<Item>) throws {
        let edits = changes.items
        var moved = [[Item]](repeating: [], count: edits.moves.count)
        for run in try edits.departures() {
            let range = run.first.item..<run.first.item.saturating(adding: run.count)
            guard range.upperBound <= draft.count else {
                throw WireError(.inconsistent, "items \(range) leave a list of \(draft.count)")
            }
            if let move = run.move { moved[move] = range.compactMap { draft[$0] } }
            try draft.removeSubrange(range)
        }
        for run in edits.arrivals() {
            switch run.origin {
            case .move(let move): try draft.insert(contentsOf: moved[move], at: run.first.item)
            case .values(let values):
                try draft.insert(contentsOf: values.map { try decoded(Item.self, $0) }, at: run.first.item)
            }
        }
        for update in edits.updates {
            try draft.update(at: update.position.item) { item in item = try item.patched(by: update.patch) }
        }
        guard draft.count == changes.itemCount else {
            throw WireError(.inconsistent, "\(draft.count) items after a step that leads to \(changes.itemCount)")
        }
    }

    /// Adds items that are not visible yet.
    ///
    /// - Throws: ``WireError`` if an item cannot be decoded.
    public func add(_ part: WirePart) throws(WireError) {
        for group in part.groups {
            for value in group.items { parts.append(try decoded(Item.self, value)) }
        }
    }

    /// The number of items that were added.
    public var added: (items: Int, sections: Int) { (parts.count, 0) }

    /// Shows the items that were added instead of the list so far; equal ones stay.
    ///
    /// - Throws: ``WireError`` if an id is there twice; then the list so far stays.
    public func finishParts() throws(WireError) {
        let items = parts
        parts = []
        replays = Replays()
        try asWireErrors { try replace(items, &draft) }
    }

    /// Forgets the items that were added.
    public func discardParts() {
        parts = []
    }

    /// Forgets the edits of commands that were made on a copy of the state.
    public func discardEdits() { replays.edited = nil }

    /// The state after edits that are then undone; what cannot be made is left out.
    func snapshot(after edits: [(inout ListDraft<Item>) throws -> Void]) -> ListSnapshot<Item> {
        replays.edited = nil
        if edits.isEmpty { return draft.snapshot }
        if replays.pays(for: edits.count, items: draft.count), var edited = try? ListDraft<Item>(draft.snapshot) {
            for edit in edits { try? edited.transaction { try edit(&$0) } }
            let shown = edited.snapshot
            replays.edited = consume edited
            return shown
        }
        var shown = draft.snapshot
        try? draft.transaction { draft in
            for edit in edits { try? draft.transaction { try edit(&$0) } }
            shown = draft.snapshot
            throw Undo()
        }
        return shown
    }

    /// The state after the edits of the last call of ``snapshot(after:)`` and one more; `nil` if it has to be made anew.
    ///
    /// - Complexity: That of the edit.
    func snapshot(afterAlso edit: (inout ListDraft<Item>) throws -> Void) -> ListSnapshot<Item>? {
        guard var edited = replays.edited.take() else { return nil }
        try? edited.transaction { try edit(&$0) }
        let shown = edited.snapshot
        replays.edited = consume edited
        return shown
    }
}

/// Ends a transaction that is never kept.
struct Undo: Error {}

/// The edits of commands that were made anew on one confirmed state, and a copy of it to which further ones are added.
///
/// Making all edits anew for each command would cost O(*pending*) each time. A copy costs O(*n*). It is made when as much
/// has been spent on making edits anew, so *p* commands on one state of *n* items cost O(*n* + *p*) in all.
struct Replays<Draft: ~Copyable>: ~Copyable {
    /// The confirmed state after all edits.
    var edited: Draft?
    private var count = 0

    /// Whether a copy of `items` items costs no more than what edits have cost so far, with these.
    mutating func pays(for edits: Int, items: Int) -> Bool {
        count = count.saturating(adding: edits)
        return count > 16 + items / 4
    }
}

extension Decodable where Self: Encodable {
    /// The value after a change of its content.
    @usableFromInline
    func patched(by patch: WirePatch) throws(WireError) -> Self {
        if case .whole(let value) = patch { return try decoded(Self.self, value) }
        return try decoded(Self.self, patch.applied(to: encoded(self)))
    }
}

/// Runs `body`; turns errors of drafts into errors of the wire.
func asWireErrors<Result>(_ body: () throws -> Result) throws(WireError) -> Result {
    do {
        return try body()
    } catch let error as WireError {
        throw error
    } catch {
        throw WireError(.inconsistent, "\(error)")
    }
}
