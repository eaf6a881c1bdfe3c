/// Makes the single edits of an update of sections.
///
/// 1. Deleted items are removed, back to front.
/// 2. Sections are moved and inserted, with the items inserted with them; deleted sections are still present.
/// 3. Items are moved and inserted, front to back.
/// 4. Deleted sections are removed, back to front, with their remaining items.
/// 5. Headers and items get their new content.
struct SectionedSteps<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    private let update: Update<SectionedSnapshot<Header, Item>>
    private let arrangement: SectionArrangement
    private(set) var steps: [SectionedStep<Header, Item>] = []

    init(_ update: Update<SectionedSnapshot<Header, Item>>) {
        self.update = update
        arrangement = SectionArrangement(update.changes.sections, countAfter: update.after.count)
    }

    mutating func run() {
        for path in update.changes.deletions.reversed() { steps.append(.removeItem(at: path)) }
        arrangeSections()
        placeItems()
        for (place, entry) in arrangement.entries.enumerated().reversed() {
            if case .deleted = entry { steps.append(.removeSection(at: place)) }
        }
        for pair in update.changes.sections.updates {
            if let header = update.after[section: pair.after]?.header {
                steps.append(.updateSection(header, at: pair.after))
            }
        }
        for pair in update.changes.updates {
            if let item = update.after[pair.after] { steps.append(.updateItem(item, at: pair.after)) }
        }
    }

    private mutating func arrangeSections() {
        let sections = update.changes.sections
        let arrivals = sections.arrivalPairs
        if arrivals.isEmpty { return }
        let inserted = InsertedSections(update)
        let leaving = (sections.moves.map(\.before) + sections.deletions).sorted()
        let ranks = Dictionary(leaving.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        var tracker = StepTracker(leaving: leaving, arrivals: arrivals.map(\.after))
        for arrival in arrivals {
            if let rank = arrival.before.flatMap({ ranks[$0] }) {
                let from = tracker.offset(ofLeaving: rank)
                tracker.left(rank)
                let to = tracker.offsetOfNextArrival(endingAt: arrival.after)
                if from != to { steps.append(.moveSection(from: from, to: to)) }
            } else {
                let to = tracker.offsetOfNextArrival(endingAt: arrival.after)
                steps.append(.insertSection(inserted[arrival.after], at: to))
            }
        }
    }

    private mutating func placeItems() {
        let arrivals = update.changes.items.arrivalPairs
        if arrivals.isEmpty { return }
        // By entry of the arrangement: departures, as offsets after the deletions, and arrivals.
        var leaving: [Int: [(path: ItemPath, offset: Int)]] = [:]
        var arriving: [Int: [Int]] = [:]
        var deletions = update.changes.deletions.runs[...]
        var deleted = (section: -1, count: 0)
        for pair in update.changes.moves.sorted(by: { $0.before < $1.before }) {
            if deleted.section != pair.before.section { deleted = (pair.before.section, 0) }
            while let run = deletions.first, run.first < pair.before {
                if run.first.section == pair.before.section { deleted.count += run.count }
                deletions.removeFirst()
            }
            guard let place = arrangement.placeOfBefore[pair.before.section] else { continue }
            leaving[place, default: []].append((pair.before, pair.before.item - deleted.count))
        }
        for arrival in arrivals {
            arriving[arrangement.placeOfAfter[arrival.after.section], default: []].append(arrival.after.item)
        }
        var ranks: [ItemPath: Int] = [:]
        var trackers: [Int: StepTracker] = [:]
        for place in Set(leaving.keys).union(arriving.keys) {
            let going = leaving[place] ?? []
            for (rank, item) in going.enumerated() { ranks[item.path] = rank }
            trackers[place] = StepTracker(leaving: going.map(\.offset), arrivals: arriving[place] ?? [])
        }
        for arrival in arrivals {
            let target = arrangement.placeOfAfter[arrival.after.section]
            var from: ItemPath?
            if let before = arrival.before, let place = arrangement.placeOfBefore[before.section],
                let rank = ranks[before]
            {
                from = ItemPath(section: place, item: trackers[place]?.offset(ofLeaving: rank) ?? 0)
                trackers[place]?.left(rank)
            }
            let offset = trackers[target]?.offsetOfNextArrival(endingAt: arrival.after.item) ?? 0
            let to = ItemPath(section: target, item: offset)
            if let from {
                if from != to { steps.append(.moveItem(from: from, to: to)) }
            } else if let item = update.after[arrival.after] {
                steps.append(.insertItem(item, at: to))
            }
        }
    }
}

/// The sections that an update inserts, without the items that move into them.
struct InsertedSections<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    private let after: SectionedSnapshot<Header, Item>
    /// By section, the offsets of the items that move into it.
    private var fromElsewhere: [Int: Set<Int>] = [:]

    init(_ update: Update<SectionedSnapshot<Header, Item>>) {
        after = update.after
        let inserted = Set(update.changes.sections.insertions)
        for run in update.changes.moves.runs where inserted.contains(run.after.section) {
            fromElsewhere[run.after.section, default: []].formUnion(run.after.item..<run.after.item + run.count)
        }
    }

    /// The inserted section at a position after.
    subscript(position: Int) -> ItemSection<Header, Item> {
        guard let section = after[section: position] else {
            preconditionFailure("an update inserts no section at \(position)")
        }
        guard let strangers = fromElsewhere[position] else { return section }
        let own = section.items.enumerated().filter { !strangers.contains($0.offset) }.map(\.element)
        return ItemSection(section.header, items: own)
    }
}
