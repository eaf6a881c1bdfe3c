import DataSources
import DataSourcesTesting
import TestKit

extension SectionedHistory {
    mutating func insertSection() throws {
        let part = freshSection()
        let position = random.below(model.count + 1)
        let style = random.below(3)
        if style == 1, position < model.count {
            note("try draft.insertSection((\(part)).section, before: \(model[position].header.id))")
            try draft.insertSection(part.section, before: model[position].header.id)
        } else if style == 2, position > 0 {
            note("try draft.insertSection((\(part)).section, after: \(model[position - 1].header.id))")
            try draft.insertSection(part.section, after: model[position - 1].header.id)
        } else {
            note("try draft.insertSection((\(part)).section, at: \(position))")
            try draft.insertSection(part.section, at: position)
        }
        model.insert(part, at: position)
    }

    mutating func updateSection() throws {
        guard let section = someSection() else { return }
        let header = Heading(model[section].header.id, random.below(3))
        note("try draft.updateSection(\(header))")
        if random.below(2) == 0 {
            try draft.updateSection(header)
        } else {
            try draft.updateSection(id: header.id) { $0.title = header.title }
        }
        model[section].header = header
    }

    mutating func moveSection() throws {
        guard let from = someSection(), let to = someSection() else { return }
        let id = model[from].header.id
        let part = model.remove(at: from)
        let style = random.below(3)
        if style == 1, to < model.count {
            note("try draft.moveSection(id: \(id), before: \(model[to].header.id))")
            try draft.moveSection(id: id, before: model[to].header.id)
        } else if style == 2, to > 0 {
            note("try draft.moveSection(id: \(id), after: \(model[to - 1].header.id))")
            try draft.moveSection(id: id, after: model[to - 1].header.id)
        } else {
            note("try draft.moveSection(id: \(id), to: \(to))")
            try draft.moveSection(id: id, to: to)
        }
        model.insert(part, at: to)
    }

    mutating func removeSection() throws {
        guard let section = someSection() else { return }
        let id = model[section].header.id
        switch random.below(8) {
        case 0:
            note("draft.removeAllSections { $0.id % 3 == 0 }")
            draft.removeAllSections { $0.id % 3 == 0 }
            model.removeAll { $0.header.id % 3 == 0 }
        case 1 where random.below(4) == 0:
            note("draft.removeAll()")
            draft.removeAll()
            model = []
        default:
            note("try draft.removeSection(id: \(id))")
            let removed = try draft.removeSection(id: id)
            if model.remove(at: section) != PlainSection(removed) { note("// removed \(removed) instead") }
        }
    }

    /// Some items of a section find shelter elsewhere before it goes.
    mutating func emptyOutAndRemoveSection() throws {
        guard model.count > 1, let section = someSection() else { return }
        let id = model[section].header.id
        for _ in 0..<random.below(4) where !model[section].items.isEmpty {
            let item = random.below(model[section].items.count)
            let row = model[section].items.remove(at: item)
            let other = (section + 1 + random.below(model.count - 1)) % model.count
            let position = random.below(model[other].items.count + 1)
            note("try draft.moveItem(id: \(row.id), toSection: \(model[other].header.id), at: \(position))")
            try draft.moveItem(id: row.id, toSection: model[other].header.id, at: position)
            model[other].items.insert(row, at: position)
        }
        note("try draft.removeSection(id: \(id))")
        try draft.removeSection(id: id)
        model.remove(at: section)
    }

    /// A new section, or one with the id of one that is gone, to which items of others come.
    mutating func insertSectionOfArrivals() throws {
        var part = freshSection()
        let gone = (0..<nextSection - 1).filter { id in !model.contains { $0.header.id == id } }
        if !gone.isEmpty, random.below(2) == 0 { part.header = Heading(gone[random.below(gone.count)]) }
        let position = random.below(model.count + 1)
        note("try draft.insertSection((\(part)).section, at: \(position))")
        try draft.insertSection(part.section, at: position)
        model.insert(part, at: position)
        for _ in 0..<random.below(6) {
            guard let from = somePath(), from.section != position else { continue }
            let row = model.remove(at: from)
            let to = ItemPath(section: position, item: random.below(model[position].items.count + 1))
            note("try draft.moveItem(id: \(row.id), to: ItemPath(section: \(to.section), item: \(to.item)))")
            try draft.moveItem(id: row.id, to: to)
            model.insert(row, at: to)
        }
    }

    mutating func replaceAll() throws {
        var next = model
        if random.below(5) == 0 { next.shuffle(using: &random) }
        if !next.isEmpty, random.below(3) == 0 { next.remove(at: random.below(next.count)) }
        if random.below(3) == 0 { next.insert(freshSection(), at: random.below(next.count + 1)) }
        if !next.isEmpty { next[random.below(next.count)].header.title += 1 }
        for _ in 0..<random.below(10) where !next.isEmpty {
            let (section, other) = (random.below(next.count), random.below(next.count))
            next[other].items.insert(contentsOf: freshRows(random.below(2)), at: 0)
            guard !next[section].items.isEmpty else { continue }
            var row = next[section].items.remove(at: random.below(next[section].items.count))
            switch random.below(4) {
            case 0: continue
            case 1: row.value += 1
            default: break
            }
            next[other].items.insert(row, at: random.below(next[other].items.count + 1))
        }
        if !next.isEmpty, random.below(6) == 0 { next[random.below(next.count)].items.shuffle(using: &random) }
        note("try draft.replaceAll(with: (\(next) as [PlainSection]).map(\\.section))")
        try draft.replaceAll(with: next.map(\.section))
        model = next
    }
}
