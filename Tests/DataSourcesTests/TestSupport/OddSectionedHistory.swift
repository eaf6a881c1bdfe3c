import DataSources
import TestKit

/// A draft of sections and items that misbehave, edited at random with every verb there is.
///
/// It checks what holds whatever `==`, `hash` and `id` return, as ``OddListHistory`` does.
struct OddSectionedHistory<Header: OddItem, Item: OddItem>: ~Copyable {
    private struct Refusal: Error {}

    private var random: Random
    private var draft = SectionedDraft<Header, Item>()
    private let whim: Whim
    private var states: [SectionedSnapshot<Header, Item>] = [SectionedSnapshot()]

    init(seed: UInt64) {
        random = Random(seed: seed)
        whim = Whim(seed: seed)
    }

    private mutating func header() -> Header { Header(random.below(30), random.below(3), whim) }
    private mutating func item() -> Item { Item(random.below(300), random.below(3), whim) }
    private mutating func items() -> [Item] { (0..<random.below(20)).map { _ in item() } }
    private mutating func section() -> ItemSection<Header, Item> { ItemSection(header(), items: items()) }

    private mutating func sectionID() -> Header.ID {
        draft[section: random.below(draft.count)]?.id ?? header().id
    }

    private mutating func path() -> ItemPath {
        let section = random.below(draft.count)
        return ItemPath(section: section, item: random.below(draft[section: section]?.items.count ?? 0))
    }

    private mutating func id() -> Item.ID { draft[path()]?.id ?? item().id }

    /// Makes one edit; what is refused has changed nothing.
    mutating func edit() -> String? {
        let before = draft.snapshot
        do {
            if random.below(8) == 0 {
                var inner = random
                let isKept = random.below(2) == 0
                let whim = whim
                try draft.transaction { draft in
                    for _ in 0..<inner.below(4) {
                        let section = ItemSection(
                            Header(inner.below(30), 0, whim), items: [Item(inner.below(300), 0, whim)])
                        try? draft.insertSection(section, at: inner.below(draft.count + 1))
                        if draft.count > 1, inner.below(2) == 0 {
                            try draft.removeSection(at: inner.below(draft.count))
                        }
                    }
                    if inner.below(3) == 0 { try? draft.replaceAll(with: draft.snapshot.reversed()) }
                    if !isKept { throw Refusal() }
                }
            } else {
                try makeEdit()
            }
        } catch is EditError {
            if draft.count != before.count || draft.itemCount != before.itemCount { return "refused, but changed" }
        } catch {
            if !draft.snapshot.isIdentical(to: before) { return "law 7: taken back, but changed" }
        }
        for item in before.items where random.below(9) == 0 { item.misbehave(random.below(300)) }
        for section in before where random.below(9) == 0 { section.header.misbehave(random.below(30)) }
        return fault
    }

    private mutating func makeEdit() throws {
        let (path, other) = (path(), path())
        let range = min(path.item, other.item)..<max(path.item, other.item)
        switch random.below(44) {
        case 0, 1: try draft.insertSection(section(), at: random.below(draft.count + 1))
        case 2: try draft.insertSection(section(), before: sectionID())
        case 3: try draft.insertSection(section(), after: sectionID())
        case 4, 5: try draft.appendSection(section())
        case 6: try draft.updateSection(id: sectionID()) { $0.value += 1 }
        case 7: try draft.updateSection(header())
        case 8: try draft.moveSection(id: sectionID(), to: path.section)
        case 9: try draft.moveSection(id: sectionID(), before: sectionID())
        case 10: try draft.moveSection(id: sectionID(), after: sectionID())
        case 11: try draft.removeSection(id: sectionID())
        case 12:
            let value = random.below(3)
            draft.removeAllSections { $0.header.value == value }
        case 13 where random.below(5) == 0: draft.removeAll()
        case 14: try draft.insertItem(item(), at: path)
        case 15: try draft.insertItem(item(), before: id())
        case 16: try draft.insertItem(item(), after: id())
        case 17: try draft.appendItems(items(), toSection: sectionID())
        case 18: try draft.upsertItem(item(), inSection: sectionID())
        case 19: try draft.updateItem(item())
        case 20: try draft.updateItem(id: id()) { $0.value += 1 }
        case 21: try draft.updateItem(at: path) { $0.value += 1 }
        case 22: try draft.removeItem(id: id())
        case 23: try draft.removeItems(range, inSection: sectionID())
        case 24:
            let value = random.below(3)
            draft.removeAllItems { $0.value == value }
        case 25: try draft.moveItem(id: id(), toSection: sectionID(), at: path.item)
        case 26: try draft.moveItem(id: id(), before: id())
        case 27: try draft.moveItem(from: path, to: other)
        case 28: try draft.replaceItems(range, inSection: sectionID(), with: items())
        case 29:
            let id = sectionID()
            let old = draft[sectionID: id]?.items.shuffled(using: &random) ?? []
            try draft.replaceItems(inSection: id, with: old + items())
        case 30: try draft.replaceAll(with: draft.snapshot.shuffled(using: &random))
        case 31: try draft.upsertItems(items(), inSection: sectionID())
        case 32: try draft.removeItems(ids: [id(), id(), id()])
        case 33: try draft.updateAllItems { $0.value = ($0.value + 1) / 2 }
        case 34: try draft.removeSections(ids: [sectionID(), sectionID()])
        case 35: try draft.updateAllSections { $0.value = ($0.value + 1) / 2 }
        case 36: draft[id: id()]?.value += 1
        case 37: draft[id: id()] = nil
        case 38:
            let (id, item) = (id(), item())
            try draft.transaction { $0[id: id] = item }
        case 39: try draft.moveItems(fromOffsets: range, toOffset: other.item, inSection: sectionID())
        case 40: try draft.moveItems(ids: [id(), id(), id()], before: id())
        case 41: try draft.moveItems(ids: [id(), id(), id()], toSection: sectionID())
        case 42:
            let gap = random.below(draft.count + 1)
            try draft.moveSections(fromOffsets: [path.section, other.section], toOffset: gap)
        default: try draft.replaceAll(with: draft.snapshot.dropFirst() + [section()])
        }
    }

    /// What is wrong with the draft.
    private var fault: String? {
        mutating get {
            let snapshot = draft.snapshot
            let count = snapshot.reduce(0) { $0 + $1.items.count }
            if count != draft.itemCount || Array(snapshot.items).count != count { return "the count is wrong" }
            for _ in 0..<3 {
                let (id, section) = (id(), sectionID())
                for path in [draft.path(of: id), snapshot.path(of: id)] {
                    if let path, draft[path] == nil { return "a path outside" }
                }
                for position in [draft.sectionPosition(of: section), snapshot.sectionPosition(of: section)] {
                    if let position, !(0..<draft.count).contains(position) { return "a position outside" }
                }
                _ = (draft.contains(id: id), draft[id: id], draft[sectionID: section])
            }
            let known = draft.indexedIDCounts
            if draft.count == 0, known != (0, 0) {
                return "the indexes of an empty draft have entries"
            }
            if known.items > 2 * count + 64 || known.sections > 2 * draft.count + 64 { return "\(known) entries" }
            return nil
        }
    }

    /// Removes everything.
    mutating func empty() -> String? {
        while draft.count > 0, random.below(9) > 0 { _ = try? draft.removeSection(at: random.below(draft.count)) }
        draft.removeAll()
        return fault
    }

    /// Compares the state with earlier ones, in every form of an update.
    mutating func compare() -> String? {
        states.append(draft.snapshot)
        if let copy = try? SectionedSnapshot(draft.snapshot.map { ItemSection($0.header, items: Array($0.items)) }) {
            states.append(copy)
        }
        if states.count > 4 { states.removeFirst(states.count - 4) }
        for before in states {
            for after in states {
                let changes = after.changes(from: before)
                if let fault = changes.sections.shapeFault(from: before.count, to: after.count) { return fault }
                var questions = 0
                let stop = random.below(3)
                _ = after.changes(from: before) {
                    questions += 1
                    return questions > stop
                }
                guard let update = Update(from: before, to: after) else { continue }
                if let fault = Self.faultOfForms(update) { return fault }
                if let next = Update(from: after, to: states[random.below(states.count)]) {
                    _ = try? update.followed(by: next)
                }
            }
        }
        return nil
    }

    private static func faultOfForms(_ update: Update<SectionedSnapshot<Header, Item>>) -> String? {
        var counts = update.before.map(\.items.count)
        for step in update.steps {
            switch step {
            case .insertSection(let section, let position): counts.insert(section.items.count, at: position)
            case .removeSection(let position): counts.remove(at: position)
            case .moveSection(let from, let to): counts.insert(counts.remove(at: from), at: to)
            case .insertItem(_, let path): counts[path.section] += 1
            case .removeItem(let path): counts[path.section] -= 1
            case .moveItem(let from, let to): (counts[from.section], counts[to.section]) = moved(from, to, counts)
            case .updateSection, .updateItem: break
            }
            if counts.contains(where: { $0 < 0 }) { return "more steps than items" }
        }
        // Items of an inserted section that were listed twice are no part of the section's own.
        if counts.count != update.after.count { return "the steps lead to \(counts.count) sections" }
        let stages = update.stages
        if stages.first?.before.count != update.before.count { return "the stages begin elsewhere" }
        if stages.last?.after.itemCount != update.after.itemCount { return "the stages end elsewhere" }
        _ = update.inverted.steps
        _ = update.inverted.stages
        var content = update.before.content
        if (try? update.apply(to: &content)) != nil, content.count != update.after.count { return "applied wrongly" }
        content = update.before.map { ItemSection($0.header, items: Array($0.items)) }
        if (try? update.apply(to: &content)) != nil, content.count != update.after.count { return "applied wrongly" }
        content = update.before.content
        for step in update.steps { try? step.apply(to: &content) }
        if let step = update.steps.first { _ = try? update.before.applying(step) }
        let read = (Array(update.insertedItems), Array(update.deletedItems), Array(update.updatedItems))
        if read.0.count > update.after.itemCount || read.1.count > update.before.itemCount {
            return "more items than there are"
        }
        _ = (update.insertedSections, update.deletedSections, update.updatedHeaders)
        _ = try? update.applied(to: update.before)
        return nil
    }

    private static func moved(_ from: ItemPath, _ to: ItemPath, _ counts: [Int]) -> (Int, Int) {
        from.section == to.section
            ? (counts[from.section], counts[to.section]) : (counts[from.section] - 1, counts[to.section] + 1)
    }
}
