import DataSources

/// The header of a section.
struct SectionHeader: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
}

/// Sections of items, and what happens to them.
enum SectionedWorkload: String, CaseIterable {
    case same = "W6 sections, identical"
    case scatter = "W6 sections, 1 % with cross-section moves"
    case edited = "W6 sections, 12 edits in one, the others shared"
    case editedApart = "W6 sections, 12 edits in one, nothing shared"
    case shuffle = "W6 sections, each shuffled"

    /// The items of every section before and after.
    func lists<Item: DifferenceItem>(
        of type: Item.Type, sections: Int, each count: Int
    ) -> (old: [[Item]], new: [[Item]]) {
        var generator = Generator(seed: 6)
        let old = (0..<sections).map { _ in (0..<count).map { _ in Item(using: &generator) } }
        var new = old.map { $0.map { $0 } }
        switch self {
        case .same: break
        case .scatter: Self.scatter(&new, hundredth: sections * count / 100, using: &generator)
        case .edited, .editedApart: Self.edit(&new[sections / 2], using: &generator)
        case .shuffle: for section in new.indices { new[section].shuffle(using: &generator) }
        }
        return (old, new)
    }

    /// A quarter of a hundredth each removed, inserted and updated; 15 % of one moved inside, 10 % to other sections.
    private static func scatter<Item: DifferenceItem>(
        _ sections: inout [[Item]], hundredth: Int, using generator: inout Generator
    ) {
        func take(from section: Int) -> Item { sections[section].remove(at: generator.below(sections[section].count)) }
        func put(_ item: Item, into section: Int) {
            sections[section].insert(item, at: generator.below(sections[section].count + 1))
        }
        for _ in 0..<hundredth / 4 { _ = take(from: generator.below(sections.count)) }
        for _ in 0..<hundredth / 4 { put(Item(using: &generator), into: generator.below(sections.count)) }
        for _ in 0..<hundredth * 15 / 100 {
            let section = generator.below(sections.count)
            put(take(from: section), into: section)
        }
        for _ in 0..<hundredth / 10 {
            let section = generator.below(sections.count)
            let other = (section + 1 + generator.below(sections.count - 1)) % sections.count
            put(take(from: section), into: other)
        }
        for _ in 0..<hundredth / 4 {
            let section = generator.below(sections.count)
            sections[section][generator.below(sections[section].count)].change()
        }
    }

    /// Three items each removed, inserted, moved and updated.
    private static func edit<Item: DifferenceItem>(_ items: inout [Item], using generator: inout Generator) {
        for _ in 0..<3 {
            items.remove(at: generator.below(items.count))
            items.insert(Item(using: &generator), at: generator.below(items.count))
            let item = items.remove(at: generator.below(items.count))
            items.insert(item, at: generator.below(items.count))
            items[generator.below(items.count)].change()
        }
    }

    /// The two snapshots; they share what was not edited where the workload says so.
    func snapshots<Item: DifferenceItem>(
        _ old: [[Item]], _ new: [[Item]]
    ) throws -> (before: SectionedSnapshot<SectionHeader, Item>, after: SectionedSnapshot<SectionHeader, Item>) {
        func sections(_ lists: [[Item]]) -> [ItemSection<SectionHeader, Item>] {
            lists.enumerated().map { ItemSection(SectionHeader(id: $0, title: "section \($0)"), items: $1) }
        }
        guard self == .edited else {
            return (try SectionedSnapshot(sections(old)), try SectionedSnapshot(sections(new)))
        }
        var draft = try SectionedDraft(sections(old))
        let before = draft.snapshot
        for section in old.indices where old[section] != new[section] {
            try draft.replaceItems(inSection: section, with: new[section])
        }
        return (before, draft.snapshot)
    }

    var bar: DifferenceBar? {
        switch self {
        case .scatter: .sections
        case .edited: .editedSection
        case .same, .editedApart, .shuffle: nil
        }
    }
}
