import DataSources
import DataSourcesTesting

extension SectionedSession {
    static func editSections(
        _ verb: Int,
        _ draft: inout SectionedDraft<Header, Item>,
        _ model: inout SectionedModel<Header, Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        let draw = SectionedMaterial(model, &bytes)
        let (known, other, position, part, section) = (
            draw.known, draw.otherKnown, draw.position, draw.part, draw.section
        )
        switch verb {
        case 0:
            try compare("insertSection(\(part), at: \(position))", &model, &draft) { m throws(Refusal) in
                try m.insert(part, at: position)
            } inDraft: {
                try $0.insertSection(section, at: position)
            }
        case 1:
            try compare("insertSection(\(part), before: \(known))", &model, &draft) { m throws(Refusal) in
                try m.insert(part, at: try m.section(known))
            } inDraft: {
                try $0.insertSection(section, before: known)
            }
        case 2:
            try compare("insertSection(\(part), after: \(known))", &model, &draft) { m throws(Refusal) in
                try m.insert(part, at: try m.section(known) + 1)
            } inDraft: {
                try $0.insertSection(section, after: known)
            }
        case 3:
            try compare("appendSection(\(part))", &model, &draft) { m throws(Refusal) in
                try m.insert(part, at: m.sections.count)
            } inDraft: {
                try $0.appendSection(section)
            }
        case 4:
            let change = Change<Header>(&bytes)
            try compare("updateSection(\(known), \(change))", &model, &draft) { m throws(Refusal) in
                try m.update(try m.section(known), change)
            } inDraft: {
                try $0.updateSection(id: known, change.make)
            }
        case 5:
            try compare("updateSection(\(draw.header))", &model, &draft) { m throws(Refusal) in
                try m.update(try m.section(draw.header.id), .value(draw.header.value))
            } inDraft: {
                try $0.updateSection(draw.header)
            }
        case 6:
            try compare("moveSection(\(known), to: \(position))", &model, &draft) { m throws(Refusal) in
                try m.move(known, to: position)
            } inDraft: {
                try $0.moveSection(id: known, to: position)
            }
        case 7, 8:
            let isAfter = verb == 8
            try compare("moveSection \(isAfter ? "after" : "before")", &model, &draft) { m throws(Refusal) in
                try m.move(known, next: other, after: isAfter)
            } inDraft: { draft in
                if isAfter {
                    try draft.moveSection(id: known, after: other)
                } else {
                    try draft.moveSection(id: known, before: other)
                }
            }
        case 9:
            try compareResults("removeSection(\(known))", &model, &draft) { m throws(Refusal) in
                try m.remove(try m.section(known))
            } inDraft: {
                PlainSection(try $0.removeSection(id: known))
            }
        case 10:
            try compareResults("removeSection(at: \(position))", &model, &draft) { m throws(Refusal) in
                try m.remove(position)
            } inDraft: {
                PlainSection(try $0.removeSection(at: position))
            }
        case 11:
            let condition = Condition<Header.ID>(&bytes)
            try compareResults("removeAllSections(where: \(condition))", &model, &draft) { m throws(Refusal) in
                try m.removeAllSections(condition)
            } inDraft: {
                try $0.removeAllSections { try condition.asked($0.id) }
            }
        default:
            let parts = rearranged(model.sections, draw, &bytes)
            // Sections that are as they were are given as they are, with what they share.
            let old = draft.snapshot
            let sections = parts.map { part in old.first { PlainSection($0) == part } ?? part.section }
            try compare("replaceAll(with: \(parts))", &model, &draft) { m throws(Refusal) in
                try m.replaceAll(with: parts)
            } inDraft: {
                try $0.replaceAll(with: sections)
            }
        }
    }

    /// What sections may look like when they come back from elsewhere.
    private static func rearranged(
        _ sections: [PlainSection<Header, Item>],
        _ draw: SectionedMaterial<Header, Item>,
        _ bytes: inout ByteReader
    ) -> [PlainSection<Header, Item>] {
        var sections = sections
        for _ in 0..<bytes.below(4) where !sections.isEmpty {
            let (one, other) = (bytes.below(sections.count), bytes.below(sections.count))
            switch bytes.below(7) {
            case 0: sections.swapAt(one, other)
            case 1: sections.insert(sections.remove(at: one), at: other)
            case 2: sections.remove(at: one)
            case 3: sections.insert(draw.part, at: one)
            case 4: sections[one].header.value += 1
            case 5:
                // Some items go to another section.
                let moved = sections[one].items.prefix(bytes.below(sections[one].items.count + 1))
                sections[one].items.removeFirst(moved.count)
                sections[other].items.insert(
                    contentsOf: moved, at: bytes.below(sections[other].items.count + 1))
            default: sections[one].items = Material<Item>.rearranged(sections[one].items, &bytes)
            }
        }
        return sections
    }

    static func editItem(
        _ verb: Int,
        _ draft: inout SectionedDraft<Header, Item>,
        _ model: inout SectionedModel<Header, Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        let draw = SectionedMaterial(model, &bytes)
        let (item, path, to, id, other) = (
            draw.item, draw.path, draw.otherPath, draw.knownItem, draw.otherKnownItem
        )
        switch verb {
        case 0:
            try compare("insertItem(\(item), at: \(path))", &model, &draft) { m throws(Refusal) in
                try m.insert([item], at: path)
            } inDraft: {
                try $0.insertItem(item, at: path)
            }
        case 1:
            try compare("insertItem(\(item), before: \(id))", &model, &draft) { m throws(Refusal) in
                try m.insert([item], at: try m.path(of: id))
            } inDraft: {
                try $0.insertItem(item, before: id)
            }
        case 2:
            try compare("insertItem(\(item), after: \(id))", &model, &draft) { m throws(Refusal) in
                try m.insert([item], at: try m.path(of: id).advanced(byItems: 1))
            } inDraft: {
                try $0.insertItem(item, after: id)
            }
        case 3:
            try compare("appendItem(\(item), toSection: \(draw.known))", &model, &draft) { m throws(Refusal) in
                let section = try m.section(draw.known)
                try m.insert([item], at: ItemPath(section: section, item: m.sections[section].items.count))
            } inDraft: {
                try $0.appendItem(item, toSection: draw.known)
            }
        case 4:
            try compare("upsertItem(\(item), inSection: \(draw.known))", &model, &draft) { m throws(Refusal) in
                try m.upsert(item, in: draw.known)
            } inDraft: {
                try $0.upsertItem(item, inSection: draw.known)
            }
        case 5:
            let change = Change<Item>(&bytes)
            try compare("updateItem(\(id), \(change))", &model, &draft) { m throws(Refusal) in
                try m.update(try m.path(of: id), change)
            } inDraft: {
                try $0.updateItem(id: id, change.make)
            }
        case 6:
            let change = Change<Item>(&bytes)
            try compare("updateItem(at: \(path), \(change))", &model, &draft) { m throws(Refusal) in
                try m.update(path, change)
            } inDraft: {
                try $0.updateItem(at: path, change.make)
            }
        case 7:
            try compare("updateItem(\(item))", &model, &draft) { m throws(Refusal) in
                try m.update(try m.path(of: item.id), .value(item.value))
            } inDraft: {
                try $0.updateItem(item)
            }
        case 8:
            try compareResults("removeItem(\(id))", &model, &draft) { m throws(Refusal) in
                try m.removeItem(try m.path(of: id))
            } inDraft: {
                try $0.removeItem(id: id)
            }
        case 9:
            try compareResults("removeItem(at: \(path))", &model, &draft) { m throws(Refusal) in
                try m.removeItem(path)
            } inDraft: {
                try $0.removeItem(at: path)
            }
        case 10:
            try compare("moveItem(from: \(path), to: \(to))", &model, &draft) { m throws(Refusal) in
                try m.moveItem(path, to: to)
            } inDraft: {
                try $0.moveItem(from: path, to: to)
            }
        default:
            let isAfter = bytes.below(2) == 1
            try compare("moveItem \(isAfter ? "after" : "before")", &model, &draft) { m throws(Refusal) in
                try m.moveItem(id, next: other, after: isAfter)
            } inDraft: { draft in
                if isAfter {
                    try draft.moveItem(id: id, after: other)
                } else {
                    try draft.moveItem(id: id, before: other)
                }
            }
        }
    }

    static func editItems(
        _ verb: Int,
        _ draft: inout SectionedDraft<Header, Item>,
        _ model: inout SectionedModel<Header, Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        let draw = SectionedMaterial(model, &bytes)
        let (known, items, id, path) = (draw.known, draw.part.items, draw.knownItem, draw.path)
        let count = (try? model.section(known)).map { model.sections[$0].items.count } ?? 0
        let range = bytes.range(in: count)
        switch verb {
        case 0:
            try compare("appendItems(\(items), toSection: \(known))", &model, &draft) { m throws(Refusal) in
                try m.replace(count..<count, in: try m.section(known), with: items)
            } inDraft: {
                try $0.appendItems(items, toSection: known)
            }
        case 1:
            try compare("removeItems(\(range), inSection: \(known))", &model, &draft) { m throws(Refusal) in
                try m.replace(range, in: try m.section(known), with: [])
            } inDraft: {
                try $0.removeItems(range, inSection: known)
            }
        case 2:
            try compare("replaceItems(\(range), inSection: \(known), with: \(items))", &model, &draft) {
                m throws(Refusal) in
                try m.replace(range, in: try m.section(known), with: items)
            } inDraft: {
                try $0.replaceItems(range, inSection: known, with: items)
            }
        case 3:
            let old = (try? model.section(known)).map { model.sections[$0].items } ?? []
            let new = Material<Item>.rearranged(old, &bytes)
            try compare("replaceItems(inSection: \(known), with: \(new))", &model, &draft) { m throws(Refusal) in
                try m.replace(0..<count, in: try m.section(known), with: new)
            } inDraft: {
                try $0.replaceItems(inSection: known, with: new)
            }
        case 4:
            let condition = Condition<Item.ID>(&bytes)
            try compareResults("removeAllItems(where: \(condition))", &model, &draft) { m throws(Refusal) in
                try m.removeAllItems(condition)
            } inDraft: {
                try $0.removeAllItems { try condition.asked($0.id) }
            }
        default:
            if bytes.below(2) == 0 {
                try compare("moveItem(\(id), to: \(path))", &model, &draft) { m throws(Refusal) in
                    try m.moveItem(try m.path(of: id), to: path)
                } inDraft: {
                    try $0.moveItem(id: id, to: path)
                }
            } else {
                try compare("moveItem(\(id), toSection: \(known), at: \(path.item))", &model, &draft) {
                    m throws(Refusal) in
                    let from = try m.path(of: id)
                    try m.moveItem(from, to: ItemPath(section: try m.section(known), item: path.item))
                } inDraft: {
                    try $0.moveItem(id: id, toSection: known, at: path.item)
                }
            }
        }
    }
}
