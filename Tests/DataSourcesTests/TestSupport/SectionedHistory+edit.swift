import DataSources
import DataSourcesTesting
import TestKit

extension SectionedHistory {
    /// Makes one edit, whichever, in the draft and in the model.
    mutating func edit() throws {
        switch random.below(24) {
        case 0, 1, 2: try insertItem()
        case 3, 4: try updateItem()
        case 5, 6: try removeItem()
        case 7, 8, 9, 10: try moveItem()
        case 11: try appendItems()
        case 12: try replaceRange()
        case 13: try replaceItemsOfSection()
        case 14: try removeAllItems()
        case 15: try upsertItem()
        case 16, 17: try insertSection()
        case 18: try updateSection()
        case 19: try moveSection()
        case 20: try removeSection()
        case 21: try emptyOutAndRemoveSection()
        case 22: try insertSectionOfArrivals()
        default: try replaceAll()
        }
    }

    private mutating func insertItem() throws {
        guard let section = someSection() else { return }
        let row = freshRows(1)[0]
        let items = model[section].items
        let item = random.below(items.count + 1)
        let style = random.below(3)
        if style == 1, item < items.count {
            note("try draft.insertItem(\(row), before: \(items[item].id))")
            try draft.insertItem(row, before: items[item].id)
        } else if style == 2, item > 0 {
            note("try draft.insertItem(\(row), after: \(items[item - 1].id))")
            try draft.insertItem(row, after: items[item - 1].id)
        } else {
            note("try draft.insertItem(\(row), at: ItemPath(section: \(section), item: \(item)))")
            try draft.insertItem(row, at: ItemPath(section: section, item: item))
        }
        model[section].items.insert(row, at: item)
    }

    private mutating func updateItem() throws {
        guard let path = somePath() else { return }
        let row = model[path]
        let value = random.below(4)
        note("try draft.updateItem(id: \(row.id)) { $0.value = \(value) }")
        switch random.below(3) {
        case 0: try draft.updateItem(id: row.id) { $0.value = value }
        case 1: try draft.updateItem(at: path) { $0.value = value }
        default: try draft.updateItem(Row(row.id, value))
        }
        model[path].value = value
    }

    private mutating func removeItem() throws {
        guard let path = somePath() else { return }
        note("try draft.removeItem(at: ItemPath(section: \(path.section), item: \(path.item)))")
        let removed = random.below(2) == 0 ? try draft.removeItem(at: path) : try draft.removeItem(id: model[path].id)
        if model.remove(at: path) != removed { note("// removed \(removed) instead") }
    }

    private mutating func moveItem() throws {
        guard let from = somePath(), let section = someSection() else { return }
        let row = model[from]
        let room = model[section].items.count - (section == from.section ? 1 : 0)
        let to = ItemPath(section: section, item: random.below(room + 1))
        var moved = model
        _ = moved.remove(at: from)
        let target = moved[section].items
        let style = random.below(5)
        if style == 1, to.item < target.count {
            note("try draft.moveItem(id: \(row.id), before: \(target[to.item].id))")
            try draft.moveItem(id: row.id, before: target[to.item].id)
        } else if style == 2, to.item > 0 {
            note("try draft.moveItem(id: \(row.id), after: \(target[to.item - 1].id))")
            try draft.moveItem(id: row.id, after: target[to.item - 1].id)
        } else if style == 3 {
            note("try draft.moveItem(id: \(row.id), toSection: \(model[section].header.id), at: \(to.item))")
            try draft.moveItem(id: row.id, toSection: model[section].header.id, at: to.item)
        } else {
            note("try draft.moveItem(id: \(row.id), to: ItemPath(section: \(to.section), item: \(to.item)))")
            try draft.moveItem(id: row.id, to: to)
        }
        moved.insert(row, at: to)
        model = moved
    }

    private mutating func appendItems() throws {
        guard let section = someSection() else { return }
        let rows = freshRows(random.below(50))
        note("try draft.appendItems(\(rows) as [Row], toSection: \(model[section].header.id))")
        try draft.appendItems(rows, toSection: model[section].header.id)
        model[section].items += rows
    }

    private mutating func replaceRange() throws {
        guard let section = someSection() else { return }
        let count = model[section].items.count
        let lower = random.below(count + 1)
        let range = lower..<lower + random.below(count - lower + 1)
        // Some of the rows come back in another order, with other content.
        var rows = model[section].items[range].filter { _ in random.below(2) == 0 }.map { Row($0.id, random.below(3)) }
        rows += freshRows(random.below(5))
        rows.shuffle(using: &random)
        note("try draft.replaceItems(\(range), inSection: \(model[section].header.id), with: \(rows) as [Row])")
        if rows.isEmpty {
            try draft.removeItems(range, inSection: model[section].header.id)
        } else {
            try draft.replaceItems(range, inSection: model[section].header.id, with: rows)
        }
        model[section].items.replaceSubrange(range, with: rows)
    }

    private mutating func replaceItemsOfSection() throws {
        guard let section = someSection() else { return }
        var rows = model[section].items.filter { _ in random.below(8) != 0 }
        for _ in 0..<random.below(4) { rows.insert(freshRows(1)[0], at: random.below(rows.count + 1)) }
        for _ in 0..<random.below(4) where !rows.isEmpty { rows[random.below(rows.count)].value += 1 }
        if random.below(4) == 0 { rows.shuffle(using: &random) }
        note("try draft.replaceItems(inSection: \(model[section].header.id), with: \(rows) as [Row])")
        try draft.replaceItems(inSection: model[section].header.id, with: rows)
        model[section].items = rows
    }

    private mutating func removeAllItems() throws {
        let divisor = 2 + random.below(9)
        note("draft.removeAllItems { $0.id % \(divisor) == 0 }")
        let removed = draft.removeAllItems { $0.id % divisor == 0 }
        let count = model.flatMap(\.items).count
        for section in model.indices { model[section].items.removeAll { $0.id % divisor == 0 } }
        if removed != count - model.flatMap(\.items).count { note("// removed \(removed) instead") }
    }

    private mutating func upsertItem() throws {
        guard let section = someSection() else { return }
        let row = Row(random.below(nextItem + 1), random.below(4))
        nextItem = max(nextItem, row.id + 1)
        note("try draft.upsertItem(\(row), inSection: \(model[section].header.id))")
        try draft.upsertItem(row, inSection: model[section].header.id)
        if let path = model.path(of: row.id) { model[path] = row } else { model[section].items.append(row) }
    }
}
