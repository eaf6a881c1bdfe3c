import DataSources
import Observation

/// The sections that an update touches; found off the actor.
struct TouchedSections<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The new state of sections that stay, and whether items have come, gone or moved.
    private(set) var sections: [Header.ID: (section: ItemSection<Header, Item>, isStructural: Bool)] = [:]
    let removed: Set<Header.ID>
    let isStructural: Bool

    init(_ update: Update<SectionedSnapshot<Header, Item>>) {
        let (changes, after) = (update.changes, update.after)
        let outer = changes.sections
        isStructural = !(outer.insertions.isEmpty && outer.deletions.isEmpty && outer.moves.isEmpty)
        removed = Set(update.deletedSections.map(\.id))
        // Positions of touched sections after the update, and whether their rows are arranged anew.
        var touched: [Int: Bool] = [:]
        for pair in outer.updates { touched[pair.after] = false }
        for run in changes.updates.runs { touched[run.after.section] = false }
        for run in changes.insertions.runs { touched[run.first.section] = true }
        for run in changes.moves.runs { touched[run.after.section] = true }
        for (position, isArranged) in touched {
            guard let section = after[section: position] else { continue }
            sections[section.id] = (section, isArranged)
        }
        // What has left a section is known by the section's position before.
        let left = Set(changes.deletions.runs.map(\.first.section) + changes.moves.runs.map(\.before.section))
        let ids = Set(left.compactMap { update.before[section: $0]?.id }).subtracting(removed)
        if ids.isEmpty { return }
        for section in after where ids.contains(section.id) { sections[section.id] = (section, true) }
    }
}

final class SectionsMirror<Header, Item>:
    ObservedMirror<SectionedSnapshot<Header, Item>, TouchedSections<Header, Item>>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    private let registrar = ObservationRegistrar()
    private var cache = ObjectCache<Header.ID, ObservedSection<Header, Item>>(limit: 1_000)
    /// Where an item's id was found last: the next one that is asked for is often beside it.
    private var lastFound = ItemPath(section: 0, item: 0)
    /// Names what is told to those who asked for an item that is not there: that items come.
    private var arrivals: Void { () }

    /// Those who read them are told when sections come, go or move.
    var sections: ObservedSectionRows<Header, Item> {
        registrar.access(self, keyPath: \.sections)
        return ObservedSectionRows(self, untracked)
    }

    /// The ids of the sections; those who read them are told when sections come, go or move.
    var sectionIDs: IDCollection<SectionedSnapshot<Header, Item>> {
        registrar.access(self, keyPath: \.sections)
        return untracked.sectionIDs
    }

    /// The object of the section with an id; whoever reads it is told when sections come, go or move.
    func section(id: Header.ID) -> ObservedSection<Header, Item>? {
        registrar.access(self, keyPath: \.sections)
        if let known = cache.find(id) { return known }
        guard let position = untracked.sectionPosition(of: id) else { return nil }
        return untracked[section: position].map { section($0, at: position) }
    }

    /// The row of the item with an id; whoever reads it is told when the item goes, or when items come if it is not there.
    func row(id: Item.ID) -> ObservedRow<Item>? {
        guard let row = table.row(inMemory: id) ?? newRow(id: id) else {
            registrar.access(self, keyPath: \.arrivals)
            return nil
        }
        _ = row.isPresent
        return row
    }

    private func newRow(id: Item.ID) -> ObservedRow<Item>? {
        guard let path = untracked.path(of: id, near: lastFound), let item = untracked[path] else { return nil }
        lastFound = path
        return table.row(for: item)
    }

    /// The object of a section that stood at a position.
    func section(_ former: ItemSection<Header, Item>, at position: Int) -> ObservedSection<Header, Item> {
        if let known = cache.find(former.id) { return known }
        // The sections may have changed since they were read.
        let newest = untracked[section: position].flatMap { $0.id == former.id ? $0 : nil }
        let section = ObservedSection(newest ?? former, table: table)
        guard newest != nil else { return section }
        for old in cache.insert(section, for: former.id) { ObservedMutation.perform(old.release()) }
        return section
    }

    override func mutations(_ plan: Plan) -> [ObservedMutation] {
        var mutations: [ObservedMutation] = []
        let details = plan.details
        func follow(_ section: ObservedSection<Header, Item>) {
            guard let (new, isStructural) = details.sections[section.id] else { return }
            mutations += section.mutations(new, isStructural: isStructural)
        }
        if details.sections.count < cache.count {
            for id in details.sections.keys { if let section = cache.peek(id) { follow(section) } }
        } else {
            for section in cache.objects { follow(section) }
        }
        let hasArrivals = !plan.update.changes.insertions.isEmpty
        mutations.append(
            ObservedMutation {
                if details.isStructural { self.registrar.willSet(self, keyPath: \.sections) }
                if hasArrivals { self.registrar.willSet(self, keyPath: \.arrivals) }
            } apply: {
                for id in details.removed { self.cache.remove(id) }
            } did: {
                if details.isStructural { self.registrar.didSet(self, keyPath: \.sections) }
                if hasArrivals { self.registrar.didSet(self, keyPath: \.arrivals) }
            })
        return mutations
    }
}
