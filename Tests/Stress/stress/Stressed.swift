import DataSources

/// A source that can be mutated at random.
protocol Stressed: PublishingSource, Actor where Snapshot.Content: Equatable {
    /// A source with a few items.
    static func make(_ census: Census) -> Self

    /// One random mutation, a transaction most often.
    nonisolated func mutate(_ random: inout Random, newID: Int, _ census: Census) async throws -> Version

    /// A transaction that makes edits and throws ``Thrown``.
    nonisolated func mutateAndThrow(newID: Int, _ census: Census) async throws

    /// Whether there is an item with this id.
    func contains(id: Int) -> Bool

    /// Submits an edit that calls `body` first.
    @discardableResult
    nonisolated func submit(newID: Int, _ census: Census, _ body: @escaping @Sendable () -> Void) -> Submission

    /// Follows the states of another source to the end.
    nonisolated func follow(other: Self) async throws

    func finish()
}

/// What transactions throw here.
struct Thrown: Error {}

// The number of items is kept in bounds, so that a difference without shared structure stays cheap.
private let most = 300

extension ListSource: Stressed where Item == Thing {
    static func make(_ census: Census) -> ListSource<Thing> {
        let source = try? ListSource((0..<50).map { census.thing(-1 - $0) })
        return source ?? ListSource()
    }

    nonisolated func mutate(_ random: inout Random, newID: Int, _ census: Census) async throws -> Version {
        let snapshot = snapshot
        let place = random.below(snapshot.count)
        let id = snapshot[place]?.id ?? 0
        let (verb, value) = (random.below(12), random.below(1000))
        if snapshot.count > most { return try await removeSubrange(0..<most / 2) }
        switch verb {
        case 0, 1: return try await insert(census.thing(newID), at: place)
        case 2: return try await update(id: id) { $0.value = value }
        case 3: return try await remove(id: id)
        case 4: return try await move(id: id, to: value % 50)
        case 5: return try await upsert(census.thing(id, value: value))
        case 6:
            var items = Array(snapshot)
            items.shuffle(using: &random)
            items.removeLast(Swift.min(items.count, value % 5))
            return try await replaceAll(with: items)
        case 7: return try await removeAll { $0.id % 50 == value % 50 }
        default:
            return try await transaction { list in
                try list.insert(census.thing(newID), at: 0)
                if list.count > 3 {
                    try list.move(from: 0, to: value % list.count)
                    try list.move(from: list.count - 1, to: 0)
                    try list.remove(at: value % list.count)
                    try list.update(at: value % list.count) { $0.value += 1 }
                }
            }
        }
    }

    nonisolated func mutateAndThrow(newID: Int, _ census: Census) async throws {
        try await transaction { list in
            try list.insert(census.thing(newID), at: list.count / 2)
            if !list.isEmpty { try list.move(from: 0, to: list.count - 1) }
            list.removeAll { $0.id % 3 == 0 }
            throw Thrown()
        }
    }

    func contains(id: Int) -> Bool { item(id: id) != nil }

    @discardableResult
    nonisolated func submit(newID: Int, _ census: Census, _ body: @escaping @Sendable () -> Void) -> Submission {
        submit { list in
            body()
            list.upsert(census.thing(newID))
            if list.count > most { try? list.removeSubrange(0..<most / 2) }
        }
    }

    nonisolated func follow(other: ListSource<Thing>) async throws {
        let states = other.updates().map(\.after)
        try await follow(states)
    }
}

extension SectionedSource: Stressed where Header == Thing, Item == Thing {
    static func make(_ census: Census) -> SectionedSource<Thing, Thing> {
        let sections = (0..<6).map { section in
            ItemSection(census.thing(-1 - section), items: (0..<8).map { census.thing(-1 - section * 8 - $0) })
        }
        let source = try? SectionedSource(sections)
        return source ?? SectionedSource()
    }

    nonisolated func mutate(_ random: inout Random, newID: Int, _ census: Census) async throws -> Version {
        let snapshot = snapshot
        let place = random.below(snapshot.count)
        let value = random.below(1000)
        let section = snapshot[section: place]
        let id = section?.items[random.below(section?.items.count ?? 0)]?.id ?? 0
        let verb = random.below(14)
        if snapshot.itemCount > most { return try await removeAllItems { $0.id % 2 == 0 } }
        if snapshot.count > 20 || snapshot.isEmpty {
            return try await transaction { draft in
                draft.removeAllSections { $0.id % 2 == 0 }
                try draft.appendSection(ItemSection(census.thing(newID)))
            }
        }
        switch verb {
        case 0, 1: return try await insertItem(census.thing(newID), at: ItemPath(section: place, item: 0))
        case 2: return try await updateItem(id: id) { $0.value = value }
        case 3: return try await removeItem(id: id)
        case 4: return try await moveItem(id: id, to: ItemPath(section: value % 6, item: 0))
        case 5:
            return try await insertSection(ItemSection(census.thing(newID), items: [census.thing(newID)]), at: place)
        case 6:
            var sections = Array(snapshot)
            sections.shuffle(using: &random)
            sections[0].items = ListSnapshot()
            return try await replaceAll(with: sections)
        case 7: return try await updateSection(id: section?.id ?? 0) { $0.value = value }
        case 8: return try await moveSection(id: section?.id ?? 0, to: value % 6)
        case 9: return try await removeSection(at: place)
        default:
            return try await transaction { draft in
                let count = draft.count
                if count == 0 { return }
                try draft.insertItem(census.thing(newID), at: ItemPath(section: value % count, item: 0))
                try draft.moveItem(id: newID, to: ItemPath(section: (value + 1) % count, item: 0))
                if let header = draft[section: 0]?.header {
                    try draft.updateSection(id: header.id) { $0.value += 1 }
                    try draft.moveSection(id: header.id, to: value % count)
                }
            }
        }
    }

    nonisolated func mutateAndThrow(newID: Int, _ census: Census) async throws {
        try await transaction { draft in
            try draft.insertSection(ItemSection(census.thing(newID), items: [census.thing(newID)]), at: 0)
            if draft.count > 2 { try draft.removeSection(at: draft.count - 1) }
            draft.removeAllItems { $0.id % 3 == 0 }
            throw Thrown()
        }
    }

    func contains(id: Int) -> Bool { item(id: id) != nil || section(id: id) != nil }

    @discardableResult
    nonisolated func submit(newID: Int, _ census: Census, _ body: @escaping @Sendable () -> Void) -> Submission {
        submit { draft in
            body()
            if let section = draft[section: 0]?.id { try? draft.upsertItem(census.thing(newID), inSection: section) }
        }
    }

    nonisolated func follow(other: SectionedSource<Thing, Thing>) async throws {
        let states = other.updates().map(\.after)
        try await follow(states)
    }
}
