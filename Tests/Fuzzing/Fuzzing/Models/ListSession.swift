import DataSources

/// A draft of a list beside its model.
struct ListSession<Item: Entry>: Session, ~Copyable {
    private var draft = ListDraft<Item>()
    private var model = ListModel<Item>()

    var snapshot: ListSnapshot<Item> { draft.snapshot }

    func remade() throws(Fault) -> ListSnapshot<Item> {
        do {
            return try ListSnapshot(model.items)
        } catch {
            throw Fault("\(error) for \(model)")
        }
    }

    func isModelled(_ state: ListSnapshot<Item>) -> Bool { Array(state) == model.items }

    mutating func edit(_ bytes: inout ByteReader) throws(Fault) {
        try Self.edit(&draft, &model, &bytes, depth: 0)
    }

    func checkReading() throws(Fault) {
        let (items, snapshot) = (model.items, draft.snapshot)
        if Array(snapshot) != items { throw Fault("the draft is \(snapshot), not \(model)") }
        if draft.count != items.count || draft.isEmpty != items.isEmpty || snapshot.count != items.count {
            throw Fault("count or isEmpty of \(model)")
        }
        for position in [-1, items.count, .max, .min] where draft[position] != nil || snapshot[position] != nil {
            throw Fault("law 15: something at \(position) of \(model)")
        }
        for (position, item) in items.enumerated() {
            guard draft.position(of: item.id) == position, draft[id: item.id] == item, draft[position] == item,
                snapshot[position] == item
            else { throw Fault("reading \(item) of \(model)") }
        }
        for number in UInt8.min ... .max {
            let id = Item.ID(number: number)
            if draft.contains(id: id) != items.contains(where: { $0.id == id }) { throw Fault("contains(\(id))") }
        }
    }

    // MARK: Edits

    private typealias Draft = ListDraft<Item>
    private typealias Model = ListModel<Item>

    private static func edit(
        _ draft: inout ListDraft<Item>,
        _ model: inout ListModel<Item>,
        _ bytes: inout ByteReader,
        depth: Int
    ) throws(Fault) {
        let verb = bytes.below(24)
        switch verb {
        case 0..<8: try editOne(verb, &draft, &model, &bytes)
        case 8..<14: try editMany(verb - 8, &draft, &model, &bytes)
        case 14..<20: try move(verb - 14, &draft, &model, &bytes)
        case 20, 21: try apply(&draft, &model, &bytes)
        default: try transact(&draft, &model, &bytes, depth: depth)
        }
        // As in every other model, the order of ids is the content.
        if draft.count != model.items.count { throw Fault("\(draft.count) items, not \(model.items.count)") }
    }

    private static func editOne(
        _ verb: Int,
        _ draft: inout ListDraft<Item>,
        _ model: inout ListModel<Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        let item = Material<Item>.item(&bytes)
        let known = Material<Item>.id(of: model.items.map(\.id), &bytes)
        let position = bytes.position(in: model.items.count)
        let change = Change<Item>(&bytes)
        switch verb {
        case 0:
            try compare("insert(\(item), at: \(position))", &model, &draft) { model throws(Refusal) in
                try model.insert([item], at: position)
            } inDraft: {
                try $0.insert(item, at: position)
            }
        case 1:
            try compare("insert(\(item), before: \(known))", &model, &draft) { model throws(Refusal) in
                try model.insert([item], at: try model.position(of: known))
            } inDraft: {
                try $0.insert(item, before: known)
            }
        case 2:
            try compare("insert(\(item), after: \(known))", &model, &draft) { model throws(Refusal) in
                try model.insert([item], at: try model.position(of: known) + 1)
            } inDraft: {
                try $0.insert(item, after: known)
            }
        case 3:
            try compareResults("upsert(\(item))", &model, &draft) { model throws(Refusal) in
                model.upsert(item)
            } inDraft: {
                $0.upsert(item)
            }
        case 4:
            try compare("update(\(item))", &model, &draft) { model throws(Refusal) in
                try model.update(at: try model.position(of: item.id), .value(item.value))
            } inDraft: {
                try $0.update(item)
            }
        case 5:
            try compare("update(id: \(known), \(change))", &model, &draft) { model throws(Refusal) in
                try model.update(at: try model.position(of: known), change)
            } inDraft: {
                try $0.update(id: known, change.make)
            }
        case 6:
            try compare("update(at: \(position), \(change))", &model, &draft) { model throws(Refusal) in
                try model.update(at: position, change)
            } inDraft: {
                try $0.update(at: position, change.make)
            }
        default:
            try compare("append(\(item))", &model, &draft) { model throws(Refusal) in
                try model.insert([item], at: model.items.count)
            } inDraft: {
                try $0.append(item)
            }
        }
    }

    private static func editMany(
        _ verb: Int,
        _ draft: inout ListDraft<Item>,
        _ model: inout ListModel<Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        switch verb {
        case 0:
            let (items, position) = (Material<Item>.items(&bytes), bytes.position(in: model.items.count))
            try compare("insert(contentsOf: \(items), at: \(position))", &model, &draft) { model throws(Refusal) in
                try model.insert(items, at: position)
            } inDraft: {
                try $0.insert(contentsOf: items, at: position)
            }
        case 1:
            let items = Material<Item>.items(&bytes)
            try compare("append(contentsOf: \(items))", &model, &draft) { model throws(Refusal) in
                try model.insert(items, at: model.items.count)
            } inDraft: {
                try $0.append(contentsOf: items)
            }
        case 2:
            let range = bytes.range(in: model.items.count)
            try compare("removeSubrange(\(range))", &model, &draft) { model throws(Refusal) in
                try model.replace(range, with: [])
            } inDraft: {
                try $0.removeSubrange(range)
            }
        case 3:
            let (range, items) = (bytes.range(in: model.items.count), Material<Item>.items(&bytes))
            try compare("replaceSubrange(\(range), with: \(items))", &model, &draft) { model throws(Refusal) in
                try model.replace(range, with: items)
            } inDraft: {
                try $0.replaceSubrange(range, with: items)
            }
        case 4:
            let items = Material<Item>.rearranged(model.items, &bytes)
            try compare("replaceAll(with: \(items))", &model, &draft) { model throws(Refusal) in
                try model.replace(0..<model.items.count, with: items)
            } inDraft: {
                try $0.replaceAll(with: items)
            }
        default:
            let condition = Condition<Item.ID>(&bytes)
            try compareResults("removeAll(where: \(condition))", &model, &draft) { model throws(Refusal) in
                try model.removeAll(condition)
            } inDraft: {
                try $0.removeAll { try condition.asked($0.id) }
            }
        }
    }

    private static func move(
        _ verb: Int,
        _ draft: inout ListDraft<Item>,
        _ model: inout ListModel<Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        let ids = model.items.map(\.id)
        let (id, other) = (Material<Item>.id(of: ids, &bytes), Material<Item>.id(of: ids, &bytes))
        let (from, to) = (bytes.position(in: ids.count), bytes.position(in: ids.count))
        switch verb {
        case 0:
            try compare("move(id: \(id), to: \(to))", &model, &draft) { model throws(Refusal) in
                try model.move(from: try model.position(of: id), to: to)
            } inDraft: {
                try $0.move(id: id, to: to)
            }
        case 1:
            try compare("move(id: \(id), before: \(other))", &model, &draft) { model throws(Refusal) in
                try model.move(id, next: other, after: false)
            } inDraft: {
                try $0.move(id: id, before: other)
            }
        case 2:
            try compare("move(id: \(id), after: \(other))", &model, &draft) { model throws(Refusal) in
                try model.move(id, next: other, after: true)
            } inDraft: {
                try $0.move(id: id, after: other)
            }
        case 3:
            try compare("move(from: \(from), to: \(to))", &model, &draft) { model throws(Refusal) in
                try model.move(from: from, to: to)
            } inDraft: {
                try $0.move(from: from, to: to)
            }
        case 4:
            try compareResults("remove(id: \(id))", &model, &draft) { model throws(Refusal) in
                try model.remove(at: try model.position(of: id))
            } inDraft: {
                try $0.remove(id: id)
            }
        default:
            try compareResults("remove(at: \(from))", &model, &draft) { model throws(Refusal) in
                try model.remove(at: from)
            } inDraft: {
                try $0.remove(at: from)
            }
        }
    }

    private static func apply(
        _ draft: inout ListDraft<Item>,
        _ model: inout ListModel<Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        if bytes.oneIn(8) {
            let descends = bytes.below(2) == 0
            try compare("sort", &model, &draft) { model throws(Refusal) in
                model.items = model.items.enumerated()
                    .sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map(\.element)
                if descends { model.items.reverse() }
            } inDraft: { draft in
                // Backwards is forwards turned round, so that the sort's stability shows.
                draft.sort { $0.value < $1.value }
                if descends { try draft.replaceAll(with: draft.snapshot.reversed()) }
            }
            return
        }
        let (from, to) = (bytes.position(in: model.items.count), bytes.position(in: model.items.count))
        let item = Material<Item>.item(&bytes)
        let known = Material<Item>.id(of: model.items.map(\.id), &bytes)
        let edits: [ListEdit<Item>] = [
            .insert(item, at: to), .remove(at: from), .move(from: from, to: to), .update(item, at: from),
            .update(Item(known, item.value), at: from), .upsert(item), .removeID(known),
        ]
        let edit = edits[bytes.below(edits.count)]
        try compare("apply(\(edit))", &model, &draft) { model throws(Refusal) in
            try model.apply(edit)
        } inDraft: {
            try $0.apply(edit)
        }
    }

    /// Some edits in a transaction that is kept, or taken back by a throw; one inside of another is a savepoint.
    private static func transact(
        _ draft: inout ListDraft<Item>,
        _ model: inout ListModel<Item>,
        _ bytes: inout ByteReader,
        depth: Int
    ) throws(Fault) {
        let before = model
        let isKept = bytes.below(2) == 0
        let count = depth > 2 ? 0 : bytes.below(6)
        do {
            try draft.transaction { draft in
                for _ in 0..<count { try edit(&draft, &model, &bytes, depth: depth + 1) }
                if !isKept { throw Thrown() }
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            model = before
        }
        if Array(draft.snapshot) != model.items { throw Fault("law 7: \(draft.snapshot), not \(model)") }
    }
}
