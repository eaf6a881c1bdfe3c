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

    /// Those who read them are told when sections come, go or move.
    var sections: ObservedSectionRows<Header, Item> {
        registrar.access(self, keyPath: \.sections)
        return ObservedSectionRows(self, untracked)
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
        for id in details.removed { cache.remove(id) }
        if details.isStructural {
            mutations.append(
                ObservedMutation {
                    self.registrar.willSet(self, keyPath: \.sections)
                } apply: {
                } did: {
                    self.registrar.didSet(self, keyPath: \.sections)
                })
        }
        return mutations
    }
}
