import DataSources
import TestKit
import Testing

/// Drafts whose index cannot tell ids apart: it stores hashes only, and there are two of them.
struct EqualHashLaws {
    static let seeds = TestKit.seeds(20)

    private struct ID: Hashable, Sendable {
        let number: Int

        func hash(into hasher: inout Hasher) { hasher.combine(number % 2) }
    }

    private struct Item: Identifiable, Equatable, Sendable {
        let id: ID
        var value = 0

        init(_ number: Int, _ value: Int = 0) {
            id = ID(number: number)
            self.value = value
        }
    }

    private struct Header: Identifiable, Equatable, Sendable {
        let id: ID
    }

    private struct Undo: Error {}

    /// The ids that an insertion of items would duplicate.
    private static func known(_ new: [Item], in old: [Item]) -> Set<ID> {
        Set(
            new.indices.filter { place in (old + new[..<place]).contains { $0.id == new[place].id } }.map { new[$0].id }
        )
    }

    private static func ids(_ error: EditError?) -> Set<ID> { Set(error?.ids.compactMap { $0.as(ID.self) } ?? []) }

    private static func refusal(_ edit: () throws(EditError) -> Void) -> EditError? {
        do {
            try edit()
            return nil
        } catch { return error }
    }

    /// One random edit of a list and of an array; what differs, if anything.
    private static func edit(
        _ draft: inout ListDraft<Item>, _ model: inout [Item], _ random: inout Random
    ) throws -> String? {
        let (count, number) = (model.count, random.below(60))
        let place = random.below(count + 1)
        switch random.below(7) {
        case 0, 1:
            let isKnown = model.contains { $0.id == ID(number: number) }
            do {
                try draft.insert(Item(number), at: place)
                if isKnown { return "\(number) was inserted twice" }
                model.insert(Item(number), at: place)
            } catch {
                if !isKnown || error.code != .duplicateItem { return "\(number) was refused: \(error)" }
            }
        case 2:
            let known = model.firstIndex { $0.id == ID(number: number) }
            if draft.contains(id: ID(number: number)) != (known != nil) { return "\(number) is there, or is not" }
            if let known { try #require(draft.remove(id: ID(number: number)) == model.remove(at: known)) }
        case 3 where count > 0:
            let item = model.remove(at: random.below(count))
            let new = random.below(count)
            try draft.move(id: item.id, to: new)
            model.insert(item, at: new)
        case 4 where count > 0:
            let old = random.below(count)
            model[old].value += 1
            try draft.update(model[old])
        case 5:
            let range = place..<min(count, place + random.below(8))
            let new = (0..<random.below(8)).map { _ in Item(random.below(60), 1) }
            let rest = Array(model[..<range.lowerBound] + model[range.upperBound...])
            let known = known(new, in: rest)
            do {
                try draft.replaceSubrange(range, with: new)
                if !known.isEmpty { return "\(known) were inserted twice" }
                model.replaceSubrange(range, with: new)
            } catch {
                if ids(error) != known { return "\(error) instead of \(known)" }
            }
        default:
            var new = model.filter { _ in random.below(6) > 0 } + (60..<60 + random.below(4)).map { Item($0) }
            if random.below(2) == 0 { new.shuffle(using: &random) }
            if !new.isEmpty, random.below(4) == 0 { new.append(new[0]) }
            let known = known(new, in: [])
            do {
                try draft.replaceAll(with: new)
                if !known.isEmpty { return "\(known) were taken twice" }
                model = new
            } catch {
                if ids(error) != known { return "\(error) instead of \(known)" }
            }
        }
        if Array(draft.snapshot) != model { return "\(Array(draft.snapshot)) instead of \(model)" }
        for (position, item) in model.enumerated() where draft.position(of: item.id) != position {
            return "\(item) is at \(position)"
        }
        return nil
    }

    @Test(arguments: seeds)
    func `laws 7 and 10: edits of a list, also those that are undone`(seed: UInt64) async throws {
        let source = try ListSource<Item>([])
        var random = Random(seed: seed)
        var model: [Item] = []
        for step in 0..<20 {
            let undoes = random.below(3) == 0
            let start = (random, model)
            let after = try? await source.transaction { draft in
                var (random, model) = start
                for _ in 0..<6 {
                    if let fault = try Self.edit(&draft, &model, &random) {
                        Issue.record("seed \(seed), step \(step): \(fault)")
                    }
                }
                if undoes { throw Undo() }
                return (random, model)
            }
            if let after { (random, model) = after.result } else { _ = random.next() }
            try #require(Array(source.snapshot) == model, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: seeds)
    func `law 10: edits of sections`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var draft = SectionedDraft<Header, Item>()
        var model: [(id: ID, items: [Item])] = []
        func items() -> [Item] { model.flatMap(\.items) }
        for step in 0..<120 {
            let section = model.isEmpty ? nil : random.below(model.count)
            let new = (0..<random.below(7)).map { _ in Item(random.below(60), step) }
            switch random.below(8) {
            case 0, 1:
                let id = ID(number: random.below(8))
                let isThere = model.contains { $0.id == id }
                let known = Self.known(new, in: items())
                let error = Self.refusal { () throws(EditError) in
                    try draft.insertSection(ItemSection(Header(id: id), items: new), at: 0)
                }
                try #require(Self.ids(error) == (isThere ? [id] : known), "seed \(seed), step \(step)")
                if error == nil { model.insert((id, new), at: 0) }
            case 2:
                guard let section else { continue }
                try draft.removeSection(id: model.remove(at: section).id)
            case 3, 4:
                guard let section else { continue }
                let rest = model.indices.filter { $0 != section }.flatMap { model[$0].items }
                let wanted = random.below(2) == 0 ? new : model[section].items.shuffled(using: &random) + new
                let known = Self.known(wanted, in: rest)
                let error = Self.refusal { () throws(EditError) in
                    try draft.replaceItems(inSection: model[section].id, with: wanted)
                }
                try #require(Self.ids(error) == known, "seed \(seed), step \(step)")
                if error == nil { model[section].items = wanted }
            case 5:
                let all = model.flatMap(\.items)
                guard let section, let item = all.randomElement(using: &random) else { continue }
                try draft.moveItem(id: item.id, toSection: model[section].id, at: 0)
                for place in model.indices { model[place].items.removeAll { $0.id == item.id } }
                model[section].items.insert(item, at: 0)
            case 6:
                guard let section, let item = new.first else { continue }
                let isKnown = items().contains { $0.id == item.id }
                let path = ItemPath(section: section, item: model[section].items.count)
                let error = Self.refusal { () throws(EditError) in try draft.insertItem(item, at: path) }
                try #require(Self.ids(error) == (isKnown ? [item.id] : []), "seed \(seed), step \(step)")
                if error == nil { model[section].items.append(item) }
            default:
                var wanted = model.shuffled(using: &random)
                for place in wanted.indices where random.below(2) == 0 { wanted[place].items.shuffle(using: &random) }
                if let first = wanted.indices.first { wanted[first].items += new }
                let known = Self.known(wanted.flatMap(\.items), in: [])
                let sections = wanted.map { ItemSection(Header(id: $0.id), items: $0.items) }
                let error = Self.refusal { () throws(EditError) in try draft.replaceAll(with: sections) }
                try #require(Self.ids(error) == known, "seed \(seed), step \(step)")
                if error == nil { model = wanted }
            }
            try #require(draft.snapshot.map(\.id) == model.map(\.id), "seed \(seed), step \(step)")
            for (place, section) in model.enumerated() {
                let shown = try #require(draft[section: place])
                try #require(Array(shown.items) == section.items, "seed \(seed), step \(step)")
                for (offset, item) in section.items.enumerated() {
                    let found = draft.path(of: item.id)
                    try #require(found == ItemPath(section: place, item: offset), "seed \(seed), step \(step)")
                }
            }
            try #require(draft.path(of: ID(number: 99)) == nil && !draft.contains(sectionID: ID(number: 99)))
        }
    }
}
