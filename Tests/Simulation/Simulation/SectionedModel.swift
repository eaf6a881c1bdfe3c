import DataSources
import DataSourcesTesting

/// A sectioned source's state as arrays in an array.
struct SectionedModel<Item: PieceProtocol>: PlainModel {
    struct Part: CustomStringConvertible, Sendable {
        var header: Item
        var items: [Item]

        var description: String { "\(header): \(items)" }

        var section: ItemSection<Item, Item> { ItemSection(header, items: items) }
    }

    /// How many section ids there are.
    static var sectionIDs: Int { min(Item.ids, 5) }

    private(set) var parts: [Part]

    init(_ random: inout SeededGenerator, _ witness: Witness) {
        var next = 0
        parts = (0..<min(Item.ids, random.below(4))).map { number in
            let count = min(Item.ids - next, random.below(4))
            defer { next += count }
            let items = (next..<next + count).map { Item($0, value: 0, witness) }
            return Part(header: Item(number, value: 0, witness), items: items)
        }
    }

    init(_ snapshot: SectionedSnapshot<Item, Item>) {
        parts = snapshot.map { Part(header: $0.header, items: Array($0.items)) }
    }

    var description: String { parts.description }

    func isSame(as other: SectionedModel) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { left, right in
                left.header.isSame(as: right.header) && left.items.count == right.items.count
                    && zip(left.items, right.items).allSatisfy { $0.isSame(as: $1) }
            }
    }

    static func isSame(_ left: [ItemSection<Item, Item>], _ right: [ItemSection<Item, Item>]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { left, right in
                left.header.isSame(as: right.header) && left.items.count == right.items.count
                    && zip(left.items, right.items).allSatisfy { $0.isSame(as: $1) }
            }
    }

    func misreading(of snapshot: SectionedSnapshot<Item, Item>) -> String? {
        for section in -1...parts.count {
            for item in -1...5 {
                let path = ItemPath(section: section, item: item)
                let piece = snapshot[path]
                if piece?.number != self[path]?.number || piece?.value != self[path]?.value { return "at \(path)" }
            }
        }
        guard Item.isLawful, let witness = parts.first?.header.witness else { return nil }
        for number in 0..<Item.ids where snapshot.path(of: Item.id(number, witness)) != self.path(of: number) {
            return "path of \(number)"
        }
        return nil
    }

    subscript(path: ItemPath) -> Item? {
        guard parts.indices.contains(path.section), parts[path.section].items.indices.contains(path.item) else {
            return nil
        }
        return parts[path.section].items[path.item]
    }

    func path(of id: Int) -> ItemPath? {
        for (section, part) in parts.enumerated() {
            if let item = part.items.firstIndex(where: { $0.number == id }) {
                return ItemPath(section: section, item: item)
            }
        }
        return nil
    }

    func section(of id: Int) -> Int? {
        parts.firstIndex { $0.header.number == id }
    }

    static func violations(of update: Update<SectionedSnapshot<Item, Item>>) -> [LawViolation] {
        Oracle.violations(of: update.changes, from: honest(update.before), to: honest(update.after))
    }

    private static func honest(
        _ snapshot: SectionedSnapshot<Item, Item>
    ) -> [PlainSection<HonestPiece<Item>, HonestPiece<Item>>] {
        snapshot.map { PlainSection(HonestPiece(piece: $0.header), $0.items.map { HonestPiece(piece: $0) }) }
    }

    func misbehave(_ random: inout SeededGenerator) {
        for part in parts where random.oneIn(4) {
            part.header.misbehave(random.below(Self.sectionIDs))
            for item in part.items where random.oneIn(4) { item.misbehave(random.below(Item.ids)) }
        }
    }

    /// Makes a random edit on the draft and on this model, and says where they differ.
    mutating func edit(_ draft: inout SectionedDraft<Item, Item>, with pen: inout Pen<Item>) throws {
        let (name, expected, edit) = pen.random.oneIn(3) ? sectionEdit(with: &pen) : itemEdit(with: &pen)
        guard Item.isLawful else {
            // Nobody can say what such an edit does; the draft says what it has done.
            do { try edit(&draft) } catch is EditError {}
            self = SectionedModel(draft.snapshot)
            return
        }
        if let state = try expected.meet(name, Item.number(of:), { try edit(&draft) }) { parts = state }
        let count = parts.reduce(0) { $0 + $1.items.count }
        if draft.itemCount != count { throw Fault("law 10", "\(name): \(draft.itemCount) items, not \(count)") }
        if draft.count != parts.count { throw Fault("law 10", "\(name): \(draft.count) sections, not \(parts.count)") }
    }

    private typealias Edit = (
        name: String, expected: Expectation<[Part]>, edit: (inout SectionedDraft<Item, Item>) throws -> Void
    )

    private func itemEdit(with pen: inout Pen<Item>) -> Edit {
        let piece = pen.piece()
        let from = path(of: piece.number)
        let sectionNumber = pen.random.below(Self.sectionIDs)
        let sectionID = Item.id(sectionNumber, pen.witness)
        let section = section(of: sectionNumber)
        let path = ItemPath(section: pen.random.below(parts.count + 1), item: pen.random.below(5) - 1)
        let room = parts.indices.contains(path.section) ? parts[path.section].items.count : -1
        let isPlace = path.item >= 0 && path.item <= room
        var new = parts
        switch pen.random.below(7) {
        case 0:
            if from == nil, isPlace { new[path.section].items.insert(piece, at: path.item) }
            return (
                "insertItem(\(piece), at: \(path))",
                from == nil && isPlace ? .made(new) : .refused(.duplicateItem, .positionOutOfRange),
                { try $0.insertItem(piece, at: path) }
            )
        case 1:
            if from == nil, let section { new[section].items.append(piece) }
            return (
                "appendItem(\(piece), toSection: \(sectionNumber))",
                from == nil && section != nil ? .made(new) : .refused(.duplicateItem, .unknownSection),
                { try $0.appendItem(piece, toSection: sectionID) }
            )
        case 2:
            if let from { new[from.section].items[from.item] = piece }
            return (
                "updateItem(\(piece))", from != nil ? .made(new) : .refused(.unknownItem, ids: [piece.number]),
                { try $0.updateItem(piece) }
            )
        case 3:
            if let from { new[from.section].items.remove(at: from.item) }
            return (
                "removeItem(\(piece.id))", from != nil ? .made(new) : .refused(.unknownItem, ids: [piece.number]),
                { try $0.removeItem(id: piece.id) }
            )
        case 4, 5:
            var isTarget = isPlace
            if let from {
                isTarget = isPlace && (from.section != path.section || path.item < room)
                if isTarget {
                    new[path.section].items.insert(new[from.section].items.remove(at: from.item), at: path.item)
                }
            }
            return (
                "moveItem(\(piece.id), to: \(path))",
                from != nil && isTarget ? .made(new) : .refused(.unknownItem, .positionOutOfRange),
                { try $0.moveItem(id: piece.id, to: path) }
            )
        default:
            let rest = pen.random.below(3)
            for section in new.indices { new[section].items.removeAll { $0.number % 3 == rest } }
            return (
                "removeAllItems { $0.number % 3 == \(rest) }", .made(new),
                { $0.removeAllItems { $0.number % 3 == rest } }
            )
        }
    }

    private func sectionEdit(with pen: inout Pen<Item>) -> Edit {
        let header = Item(pen.random.below(Self.sectionIDs), value: pen.random.below(2), pen.witness)
        let at = section(of: header.number)
        let place = pen.random.below(parts.count + 2)
        var new = parts
        switch pen.random.below(5) {
        case 0:
            let item = pen.piece()
            let part = Part(header: header, items: pen.random.oneIn(2) ? [item] : [])
            let isFree = part.items.isEmpty || path(of: item.number) == nil
            if at == nil, isFree, place <= new.count { new.insert(part, at: place) }
            return (
                "insertSection(\(part), at: \(place))",
                at == nil && isFree && place <= parts.count
                    ? .made(new) : .refused(.duplicateSection, .duplicateItem, .positionOutOfRange),
                { try $0.insertSection(part.section, at: place) }
            )
        case 1:
            if let at { new.remove(at: at) }
            return (
                "removeSection(\(header.id))", at != nil ? .made(new) : .refused(.unknownSection, ids: [header.number]),
                { try $0.removeSection(id: header.id) }
            )
        case 2:
            if let at, place < new.count { new.insert(new.remove(at: at), at: place) }
            return (
                "moveSection(\(header.id), to: \(place))",
                at != nil && place < parts.count ? .made(new) : .refused(.unknownSection, .positionOutOfRange),
                { try $0.moveSection(id: header.id, to: place) }
            )
        case 3:
            if let at { new[at].header = header }
            return (
                "updateSection(\(header))", at != nil ? .made(new) : .refused(.unknownSection, ids: [header.number]),
                { try $0.updateSection(header) }
            )
        default:
            let all = pen.variation(of: parts.flatMap(\.items))
            var whole = parts.map { Part(header: $0.header, items: []) }
            if at == nil { whole.insert(Part(header: header, items: []), at: min(place, whole.count)) }
            for piece in all { whole[pen.random.below(whole.count)].items.append(piece) }
            let twice = Set(Dictionary(grouping: all, by: \.number).filter { $1.count > 1 }.keys)
            return (
                "replaceAll(with: \(whole))", twice.isEmpty ? .made(whole) : .refused(.duplicateItem, ids: twice),
                { [whole] in try $0.replaceAll(with: whole.map(\.section)) }
            )
        }
    }
}
