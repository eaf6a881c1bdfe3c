public import DataSources

/// Replicated sections.
public final class SectionedStorage<Header, Item>: ReplicaStorage
where
    Header: Identifiable & Equatable & Sendable & Codable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable & Codable, Item.ID: Sendable
{
    private var draft = SectionedDraft<Header, Item>()
    private var replays = Replays<SectionedDraft<Header, Item>>()
    private var parts: [(header: Header, items: [Item])] = []
    private var partItems = 0
    /// Makes a step, or changes nothing; specialised for the items if a client's module creates the storage.
    @usableFromInline let make: (_ changes: WireChanges, _ draft: inout SectionedDraft<Header, Item>) throws -> Void
    /// Replaces all sections by equal and other ones.
    @usableFromInline let replace:
        (_ sections: [ItemSection<Header, Item>], _ draft: inout SectionedDraft<Header, Item>) throws -> Void

    /// Creates a state without sections.
    @inlinable
    public init() {
        make = { changes, draft in try draft.transaction { draft in try Self.apply(changes, to: &draft) } }
        replace = { sections, draft in try draft.replaceAll(with: sections) }
    }

    /// The confirmed state.
    public var snapshot: SectionedSnapshot<Header, Item> { draft.snapshot }

    /// Makes a step, or changes nothing.
    ///
    /// - Throws: ``WireError`` if the step does not fit the state.
    /// - Complexity: O(*k* log *n*) for *k* changes of items and sections.
    public func apply(_ changes: WireChanges) throws(WireError) {
        replays = Replays()
        try asWireErrors { try make(changes, &draft) }
    }

    @inlinable
    static func apply(_ changes: WireChanges, to draft: inout SectionedDraft<Header, Item>) throws {
        let edits = changes.items
        var moved = [[Item]](repeating: [], count: edits.moves.count)
        for run in try edits.departures() {
            let range = run.first.item..<run.first.item.saturating(adding: run.count)
            let section = draft.place(of: run.first.section)
            guard let section, range.upperBound <= section.count else {
                throw WireError(.inconsistent, "items \(range) leave section \(run.first.section)")
            }
            if let move = run.move {
                moved[move] = range.compactMap { draft[ItemPath(section: run.first.section, item: $0)] }
            }
            try draft.removeItems(range, inSection: section.id)
        }
        try arrange(changes.sections, in: &draft)
        for run in edits.arrivals() {
            guard let section = draft.place(of: run.first.section) else {
                throw WireError(.inconsistent, "items come to section \(run.first.section) of \(draft.count)")
            }
            let items =
                switch run.origin {
                case .move(let move): moved[move]
                case .values(let values): try values.map { try decoded(Item.self, $0) }
                }
            try draft.replaceItems(run.first.item..<run.first.item, inSection: section.id, with: items)
        }
        for update in edits.updates {
            try draft.updateItem(at: update.position) { item in item = try item.patched(by: update.patch) }
        }
        guard draft.itemCount == changes.itemCount, draft.count == changes.sectionCount else {
            throw WireError(
                .inconsistent,
                "\(draft.itemCount) items in \(draft.count) sections after a step that leads to "
                    + "\(changes.itemCount) in \(changes.sectionCount)")
        }
    }

    /// Removes, moves, inserts and updates sections.
    @inlinable
    static func arrange(_ edits: WireEdits<Int>, in draft: inout SectionedDraft<Header, Item>) throws {
        var moved = [[Header.ID]](repeating: [], count: edits.moves.count)
        for run in try edits.departures() {
            for position in (run.first..<run.first.saturating(adding: run.count)).reversed() {
                guard let section = draft[section: position] else {
                    throw WireError(.inconsistent, "section \(position) of \(draft.count) leaves")
                }
                if let move = run.move {
                    moved[move].append(section.id)
                } else {
                    try draft.removeSection(at: position)
                }
            }
            if let move = run.move { moved[move].reverse() }
        }
        // At the end they are out of the way of what arrives, from front to back.
        for id in moved.joined() { try draft.moveSection(id: id, to: draft.count - 1) }
        for run in edits.arrivals() {
            switch run.origin {
            case .move(let move):
                for (offset, id) in moved[move].enumerated() {
                    try draft.moveSection(id: id, to: run.first.saturating(adding: offset))
                }
            case .values(let values):
                for (offset, value) in values.enumerated() {
                    let section = ItemSection<Header, Item>(try decoded(Header.self, value))
                    try draft.insertSection(section, at: run.first.saturating(adding: offset))
                }
            }
        }
        for update in edits.updates {
            guard let section = draft[section: update.position] else {
                throw WireError(.inconsistent, "section \(update.position) of \(draft.count) changes")
            }
            try draft.updateSection(id: section.id) { header in header = try header.patched(by: update.patch) }
        }
    }

    /// Adds sections and items that are not visible yet.
    ///
    /// - Throws: ``WireError`` if one cannot be decoded, or items come before the first section.
    public func add(_ part: WirePart) throws(WireError) {
        for group in part.groups {
            if let header = group.header { parts.append((try decoded(Header.self, header), [])) }
            guard !parts.isEmpty else { throw WireError(.inconsistent, "items come before the first section") }
            for value in group.items { parts[parts.count - 1].items.append(try decoded(Item.self, value)) }
            partItems += group.items.count
        }
    }

    /// The number of items and sections that were added.
    public var added: (items: Int, sections: Int) { (partItems, parts.count) }

    /// Shows the sections that were added instead of those so far; equal ones stay.
    ///
    /// - Throws: ``WireError`` if an id is there twice; then the state so far stays.
    public func finishParts() throws(WireError) {
        let sections = parts.map { ItemSection($0.header, items: $0.items) }
        discardParts()
        replays = Replays()
        try asWireErrors { try replace(sections, &draft) }
    }

    /// Forgets the sections that were added.
    public func discardParts() {
        (parts, partItems) = ([], 0)
    }

    /// Forgets the edits of commands that were made on a copy of the state.
    public func discardEdits() { replays.edited = nil }

    /// The state after edits that are then undone; what cannot be made is left out.
    func snapshot(
        after edits: [(inout SectionedDraft<Header, Item>) throws -> Void]
    ) -> SectionedSnapshot<Header, Item> {
        replays.edited = nil
        if edits.isEmpty { return draft.snapshot }
        if replays.pays(for: edits.count, items: draft.snapshot.itemCount),
            var edited = try? SectionedDraft<Header, Item>(draft.snapshot)
        {
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
    func snapshot(afterAlso edit: (inout SectionedDraft<Header, Item>) throws -> Void) -> SectionedSnapshot<
        Header, Item
    >? {
        guard var edited = replays.edited.take() else { return nil }
        try? edited.transaction { try edit(&$0) }
        let shown = edited.snapshot
        replays.edited = consume edited
        return shown
    }
}

extension SectionedDraft {
    /// The id of a section and the number of its items.
    ///
    /// Not the section: it shares the items, and while it is held, each edit copies what it touches.
    @inlinable
    func place(of section: Int) -> (id: Header.ID, count: Int)? {
        self[section: section].map { ($0.id, $0.items.count) }
    }
}
