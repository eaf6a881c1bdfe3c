import DataSources

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
        func both<R: Equatable>(
            _ name: String,
            _ inModel: (inout SectionedModel<Header, Item>) throws(Refusal) -> R,
            _ inDraft: (inout SectionedDraft<Header, Item>) throws -> R
        ) throws(Fault) {
            try Fuzzing.edit(name, &model, &draft, inModel: inModel, inDraft: inDraft)
        }
        func done(
            _ name: String,
            _ inModel: (inout SectionedModel<Header, Item>) throws(Refusal) -> Void,
            _ inDraft: (inout SectionedDraft<Header, Item>) throws -> Void
        ) throws(Fault) {
            try both(name, { m throws(Refusal) in try inModel(&m); return Done() }, { try inDraft(&$0); return Done() })
        }
        switch verb {
        case 0:
            try done("insertSection(\(part), at: \(position))", { m throws(Refusal) in
                try m.insert(part, at: position)
            }, { try $0.insertSection(section, at: position) })
        case 1:
            try done("insertSection(\(part), before: \(known))", { m throws(Refusal) in
                try m.insert(part, at: try m.section(known))
            }, { try $0.insertSection(section, before: known) })
        case 2:
            try done("insertSection(\(part), after: \(known))", { m throws(Refusal) in
                try m.insert(part, at: try m.section(known) + 1)
            }, { try $0.insertSection(section, after: known) })
        case 3:
            try done("appendSection(\(part))", { m throws(Refusal) in
                try m.insert(part, at: m.sections.count)
            }, { try $0.appendSection(section) })
        case 4:
            let change = Change<Header>(&bytes)
            try done("updateSection(\(known), \(change))", { m throws(Refusal) in
                try m.update(try m.section(known), change)
            }, { try $0.updateSection(known, change.make) })
        case 5:
            try done("updateSection(\(draw.header))", { m throws(Refusal) in
                try m.update(try m.section(draw.header.id), .value(draw.header.value))
            }, { try $0.updateSection(draw.header) })
        case 6:
            try done("moveSection(\(known), to: \(position))", { m throws(Refusal) in
                try m.move(known, to: position)
            }, { try $0.moveSection(known, to: position) })
        case 7, 8:
            let isAfter = verb == 8
            try done("moveSection(\(known), \(isAfter ? "after" : "before"): \(other))", { m throws(Refusal) in
                try m.move(known, next: other, after: isAfter)
            }, { draft in
                if isAfter { try draft.moveSection(known, after: other) } else {
                    try draft.moveSection(known, before: other)
                }
            })
        case 9:
            try both("removeSection(\(known))", { m throws(Refusal) in
                try m.remove(try m.section(known))
            }, { PlainSection(try $0.removeSection(known)) })
        case 10:
            try both("removeSection(at: \(position))", { m throws(Refusal) in
                try m.remove(position)
            }, { PlainSection(try $0.removeSection(at: position)) })
        case 11:
            let condition = Condition<Header.ID>(&bytes)
            try both("removeAllSections(where: \(condition))", { m throws(Refusal) in
                try m.removeAllSections(condition)
            }, { try $0.removeAllSections { try condition.asked($0.id) } })
        default:
            let parts = rearranged(model.sections, draw, &bytes)
            // Sections that are as they were are given as they are, with what they share.
            let old = draft.snapshot
            let sections = parts.map { part in old.first { PlainSection($0) == part } ?? part.section }
            try done("replaceAll(with: \(parts))", { m throws(Refusal) in
                try m.replaceAll(with: parts)
            }, { try $0.replaceAll(with: sections) })
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
        func both<R: Equatable>(
            _ name: String,
            _ inModel: (inout SectionedModel<Header, Item>) throws(Refusal) -> R,
            _ inDraft: (inout SectionedDraft<Header, Item>) throws -> R
        ) throws(Fault) {
            try Fuzzing.edit(name, &model, &draft, inModel: inModel, inDraft: inDraft)
        }
        func done(
            _ name: String,
            _ inModel: (inout SectionedModel<Header, Item>) throws(Refusal) -> Void,
            _ inDraft: (inout SectionedDraft<Header, Item>) throws -> Void
        ) throws(Fault) {
            try both(name, { m throws(Refusal) in try inModel(&m); return Done() }, { try inDraft(&$0); return Done() })
        }
        switch verb {
        case 0:
            try done("insertItem(\(item), at: \(path))", { m throws(Refusal) in
                try m.insert([item], at: path)
            }, { try $0.insertItem(item, at: path) })
        case 1:
            try done("insertItem(\(item), before: \(id))", { m throws(Refusal) in
                try m.insert([item], at: try m.path(of: id))
            }, { try $0.insertItem(item, before: id) })
        case 2:
            try done("insertItem(\(item), after: \(id))", { m throws(Refusal) in
                try m.insert([item], at: try m.path(of: id).advanced(byItems: 1))
            }, { try $0.insertItem(item, after: id) })
        case 3:
            try done("appendItem(\(item), toSection: \(draw.known))", { m throws(Refusal) in
                let section = try m.section(draw.known)
                try m.insert([item], at: ItemPath(section: section, item: m.sections[section].items.count))
            }, { try $0.appendItem(item, toSection: draw.known) })
        case 4:
            try done("upsertItem(\(item), inSection: \(draw.known))", { m throws(Refusal) in
                try m.upsert(item, in: draw.known)
            }, { try $0.upsertItem(item, inSection: draw.known) })
        case 5:
            let change = Change<Item>(&bytes)
            try done("updateItem(\(id), \(change))", { m throws(Refusal) in
                try m.update(try m.path(of: id), change)
            }, { try $0.updateItem(id, change.make) })
        case 6:
            let change = Change<Item>(&bytes)
            try done("updateItem(at: \(path), \(change))", { m throws(Refusal) in
                try m.update(path, change)
            }, { try $0.updateItem(at: path, change.make) })
        case 7:
            try done("updateItem(\(item))", { m throws(Refusal) in
                try m.update(try m.path(of: item.id), .value(item.value))
            }, { try $0.updateItem(item) })
        case 8:
            try both("removeItem(\(id))", { m throws(Refusal) in
                try m.removeItem(try m.path(of: id))
            }, { try $0.removeItem(id) })
        case 9:
            try both("removeItem(at: \(path))", { m throws(Refusal) in
                try m.removeItem(path)
            }, { try $0.removeItem(at: path) })
        case 10:
            try done("moveItem(from: \(path), to: \(to))", { m throws(Refusal) in
                try m.moveItem(path, to: to)
            }, { try $0.moveItem(from: path, to: to) })
        default:
            let isAfter = bytes.below(2) == 1
            try done("moveItem(\(id), \(isAfter ? "after" : "before"): \(other))", { m throws(Refusal) in
                try m.moveItem(id, next: other, after: isAfter)
            }, { draft in
                if isAfter { try draft.moveItem(id, after: other) } else { try draft.moveItem(id, before: other) }
            })
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
        func done(
            _ name: String,
            _ inModel: (inout SectionedModel<Header, Item>) throws(Refusal) -> Void,
            _ inDraft: (inout SectionedDraft<Header, Item>) throws -> Void
        ) throws(Fault) {
            try Fuzzing.edit(name, &model, &draft) { m throws(Refusal) in
                try inModel(&m)
                return Done()
            } inDraft: { try inDraft(&$0); return Done() }
        }
        switch verb {
        case 0:
            try done("appendItems(\(items), toSection: \(known))", { m throws(Refusal) in
                try m.replace(count..<count, in: try m.section(known), with: items)
            }, { try $0.appendItems(items, toSection: known) })
        case 1:
            try done("removeItems(\(range), inSection: \(known))", { m throws(Refusal) in
                try m.replace(range, in: try m.section(known), with: [])
            }, { try $0.removeItems(range, inSection: known) })
        case 2:
            try done("replaceItems(\(range), inSection: \(known), with: \(items))", { m throws(Refusal) in
                try m.replace(range, in: try m.section(known), with: items)
            }, { try $0.replaceItems(range, inSection: known, with: items) })
        case 3:
            let old = (try? model.section(known)).map { model.sections[$0].items } ?? []
            let new = Material<Item>.rearranged(old, &bytes)
            try done("replaceItems(inSection: \(known), with: \(new))", { m throws(Refusal) in
                try m.replace(0..<count, in: try m.section(known), with: new)
            }, { try $0.replaceItems(inSection: known, with: new) })
        case 4:
            let condition = Condition<Item.ID>(&bytes)
            try Fuzzing.edit("removeAllItems(where: \(condition))", &model, &draft) { m throws(Refusal) in
                try m.removeAllItems(condition)
            } inDraft: { try $0.removeAllItems { try condition.asked($0.id) } }
        default:
            if bytes.below(2) == 0 {
                try done("moveItem(\(id), to: \(path))", { m throws(Refusal) in
                    try m.moveItem(try m.path(of: id), to: path)
                }, { try $0.moveItem(id, to: path) })
            } else {
                try done("moveItem(\(id), toSection: \(known), at: \(path.item))", { m throws(Refusal) in
                    let from = try m.path(of: id)
                    try m.moveItem(from, to: ItemPath(section: try m.section(known), item: path.item))
                }, { try $0.moveItem(id, toSection: known, at: path.item) })
            }
        }
    }
}
