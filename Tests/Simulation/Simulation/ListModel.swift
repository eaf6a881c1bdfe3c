import DataSources
import DataSourcesTesting

/// A list source's state as an array.
struct ListModel<Item: PieceProtocol>: PlainModel {
    private(set) var pieces: [Item]

    init(_ random: inout SeededGenerator, _ witness: Witness) {
        pieces = (0..<min(Item.ids, random.below(9))).map { Item($0, value: 0, witness) }
    }

    init(_ snapshot: ListSnapshot<Item>) {
        pieces = Array(snapshot)
    }

    var description: String { pieces.description }

    func isSame(as other: ListModel) -> Bool {
        Self.isSame(pieces, other.pieces)
    }

    static func isSame(_ left: [Item], _ right: [Item]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    }

    func misreading(of snapshot: ListSnapshot<Item>) -> String? {
        for position in -1...pieces.count {
            let piece = snapshot[position]
            let expected = pieces.indices.contains(position) ? pieces[position] : nil
            if piece?.number != expected?.number || piece?.value != expected?.value { return "at \(position)" }
        }
        guard Item.isLawful, let witness = pieces.first?.witness else { return nil }
        for number in 0..<Item.ids where snapshot.position(of: Item.id(number, witness)) != self.position(of: number) {
            return "position of \(number)"
        }
        return nil
    }

    func position(of id: Int) -> Int? {
        pieces.firstIndex { $0.number == id }
    }

    static func violations(of update: Update<ListSnapshot<Item>>) -> [LawViolation] {
        Oracle.violations(
            of: update.changes, from: update.before.map { HonestPiece(piece: $0) },
            to: update.after.map { HonestPiece(piece: $0) })
    }

    func misbehave(_ random: inout SeededGenerator) {
        for piece in pieces where random.oneIn(4) { piece.misbehave(random.below(Item.ids)) }
    }

    /// Makes a random edit on the draft and on this model, and says where they differ.
    mutating func edit(_ draft: inout ListDraft<Item>, with pen: inout Pen<Item>) throws {
        let piece = pen.piece()
        let at = position(of: piece.number)
        let place = pen.random.below(pieces.count + 3) - 1
        let isPlace = place >= 0 && place <= pieces.count
        let isThere = pieces.indices.contains(place)
        var new = pieces
        let (name, expected, edit): (String, Expectation<[Item]>, (inout ListDraft<Item>) throws -> Void)
        switch pen.random.below(14) {
        case 0:
            if at == nil, isPlace { new.insert(piece, at: place) }
            name = "insert(\(piece), at: \(place))"
            expected =
                at == nil && isPlace
                ? .made(new) : .refused(.duplicateItem, .positionOutOfRange, ids: isPlace ? [piece.number] : [])
            edit = { try $0.insert(piece, at: place) }
        case 1:
            new.append(piece)
            name = "append(\(piece))"
            expected = at == nil ? .made(new) : .refused(.duplicateItem, ids: [piece.number])
            edit = { try $0.append(piece) }
        case 2:
            if let at { new[at] = piece } else { new.append(piece) }
            name = "upsert(\(piece))"
            expected = .made(new)
            edit = { $0.upsert(piece) }
        case 3:
            if let at { new[at] = piece }
            name = "update(\(piece))"
            expected = at != nil ? .made(new) : .refused(.unknownItem, ids: [piece.number])
            edit = { try $0.update(piece) }
        case 4:
            if let at { new[at].value = piece.value }
            name = "update(id: \(piece.id)) { \(piece.value) }"
            expected = at != nil ? .made(new) : .refused(.unknownItem, ids: [piece.number])
            edit = { try $0.update(id: piece.id) { $0.value = piece.value } }
        case 5:
            if let at { new.remove(at: at) }
            name = "remove(id: \(piece.id))"
            expected = at != nil ? .made(new) : .refused(.unknownItem, ids: [piece.number])
            edit = { try $0.remove(id: piece.id) }
        case 6:
            if isThere { new.remove(at: place) }
            name = "remove(at: \(place))"
            expected = isThere ? .made(new) : .refused(.positionOutOfRange)
            edit = { try $0.remove(at: place) }
        case 7, 8:
            let isTarget = pieces.indices.contains(place)
            if let at, isTarget { new.insert(new.remove(at: at), at: place) }
            name = "move(id: \(piece.id), to: \(place))"
            expected =
                at != nil && isTarget ? .made(new) : .refused(.unknownItem, .positionOutOfRange)
            edit = { try $0.move(id: piece.id, to: place) }
        case 9:
            let other = pen.id()
            if let at, position(of: other) != nil, other != piece.number {
                let moved = new.remove(at: at)
                new.insert(moved, at: new.firstIndex { $0.number == other } ?? 0)
            }
            name = "move(id: \(piece.id), before: \(other))"
            expected = at != nil && position(of: other) != nil ? .made(new) : .refused(.unknownItem)
            let otherID = Item.id(other, pen.witness)
            edit = { try $0.move(id: piece.id, before: otherID) }
        case 10:
            let whole = pen.variation(of: pieces)
            let twice = Set(Dictionary(grouping: whole, by: \.number).filter { $1.count > 1 }.keys)
            name = "replaceAll(with: \(whole))"
            expected = twice.isEmpty ? .made(whole) : .refused(.duplicateItem, ids: twice)
            edit = { try $0.replaceAll(with: whole) }
        case 11:
            let rest = pen.random.below(3)
            new.removeAll { $0.number % 3 == rest }
            name = "removeAll { $0.number % 3 == \(rest) }"
            expected = .made(new)
            edit = { $0.removeAll { $0.number % 3 == rest } }
        case 12:
            let end = place + pen.random.below(4)
            let isRange = place >= 0 && end <= pieces.count
            if isRange { new.removeSubrange(place..<end) }
            name = "removeSubrange(\(place)..<\(end))"
            expected = isRange ? .made(new) : .refused(.positionOutOfRange)
            edit = { try $0.removeSubrange(place..<end) }
        default:
            new.sort { $0.number < $1.number }
            name = "sort"
            expected = .made(new)
            edit = { $0.sort { $0.number < $1.number } }
        }
        guard Item.isLawful else {
            // Nobody can say what such an edit does; the draft says what it has done.
            do { try edit(&draft) } catch is EditError {}
            pieces = Array(draft.snapshot)
            return
        }
        if let state = try expected.meet(name, Item.number(of:), { try edit(&draft) }) { pieces = state }
        if draft.count != pieces.count { throw Fault("law 10", "\(name): \(draft.count) items, not \(pieces.count)") }
        if draft.position(of: piece.id) != position(of: piece.number) {
            throw Fault("law 15", "\(name): \(piece.id) is at \(String(describing: draft.position(of: piece.id)))")
        }
    }
}
