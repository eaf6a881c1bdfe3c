import DataSources
import DataSourcesTesting

/// Makes the edits that bytes say in a draft of a list, with every verb there is.
///
/// The same bytes make the same edits in a draft of items that misbehave and in one of items that behave.
struct OddListEditor<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    typealias Draft = ListDraft<Item>

    /// Makes an item from the numbers of its id, its key and its value.
    let make: @Sendable (Int, Int, Int) -> Item

    /// The part of an item's content that the edits change.
    let value: WritableKeyPath<Item, Int> & Sendable

    /// Answers for the closures that edits take; `nil` when they tell the truth.
    let whim: Whim?

    func item(_ bytes: inout ByteReader) -> Item { make(bytes.below(60), bytes.below(8), bytes.below(4)) }

    private func items(_ bytes: inout ByteReader) -> [Item] {
        if bytes.oneIn(4) {
            // Many, so that the tree has several leaves.
            var random = SeededGenerator(seed: UInt64(bytes.byte()))
            return (0..<bytes.below(200)).map { _ in
                make(Int.random(in: 0..<240, using: &random), Int.random(in: 0..<8, using: &random), 0)
            }
        }
        return (0..<bytes.below(6)).map { _ in item(&bytes) }
    }

    private func id(_ draft: borrowing Draft, _ bytes: inout ByteReader) -> Item.ID {
        let other = item(&bytes)
        return draft[bytes.position(in: draft.count)]?.id ?? other.id
    }

    func edit(_ draft: inout Draft, _ bytes: inout ByteReader, depth: Int = 0) throws {
        let (mine, known, other) = (item(&bytes), id(draft, &bytes), id(draft, &bytes))
        let (from, to) = (bytes.position(in: draft.count), bytes.position(in: draft.count))
        let (low, high) = (min(from, to), max(from, to))
        switch bytes.below(26) {
        case 0: try draft.insert(mine, at: to)
        case 1: try draft.insert(mine, before: known)
        case 2: try draft.insert(mine, after: known)
        case 3: try draft.insert(contentsOf: items(&bytes), at: to)
        case 4: try draft.append(mine)
        case 5: try draft.append(contentsOf: items(&bytes))
        case 6: draft.upsert(mine)
        case 7: try draft.update(mine)
        case 8: try draft.update(id: known) { $0[keyPath: value] ^= 1 }
        case 9: try draft.update(at: from) { $0[keyPath: value] ^= 1 }
        case 10: try draft.update(id: known) { $0 = mine }
        case 11: try draft.remove(id: known)
        case 12: try draft.remove(at: from)
        case 13: try draft.removeSubrange(low..<high)
        case 14:
            let rest = bytes.below(4)
            draft.removeAll { whim?.oneIn(3) ?? ($0[keyPath: value] & 3 == rest) }
        case 15: if bytes.oneIn(4) { draft.removeAll() }
        case 16: try draft.move(id: known, to: to)
        case 17: try draft.move(id: known, before: other)
        case 18: try draft.move(id: known, after: other)
        case 19: try draft.move(from: from, to: to)
        case 20: try draft.replaceSubrange(low..<high, with: items(&bytes))
        case 21: try replaceAll(&draft, &bytes)
        case 22: draft.sort { whim?.oneIn(2) ?? ($0[keyPath: value] & 3 < $1[keyPath: value] & 3) }
        case 23, 24:
            let edits: [ListEdit<Item>] = [
                .insert(mine, at: to), .remove(at: from), .move(from: from, to: to), .update(mine, at: from),
                .upsert(mine), .removeID(known),
            ]
            try draft.apply(edits[bytes.below(edits.count)])
        default: try transact(&draft, &bytes, depth)
        }
    }

    private func replaceAll(_ draft: inout Draft, _ bytes: inout ByteReader) throws {
        var random = SeededGenerator(seed: UInt64(bytes.byte()))
        var items = Array(draft.snapshot)
        switch bytes.below(4) {
        case 0: items.shuffle(using: &random)
        case 1: items.reverse()
        case 2: items = items.dropFirst(bytes.below(4)) + self.items(&bytes)
        default: for index in items.indices where random.next() % 3 == 0 { items[index][keyPath: value] ^= 1 }
        }
        try draft.replaceAll(with: items)
    }

    private func transact(_ draft: inout Draft, _ bytes: inout ByteReader, _ depth: Int) throws {
        let isKept = bytes.below(2) == 0
        let count = depth > 2 ? 0 : bytes.below(5)
        do {
            try draft.transaction { draft in
                for _ in 0..<count {
                    do { try edit(&draft, &bytes, depth: depth + 1) } catch is EditError {}
                }
                if !isKept { throw TakenBack() }
            }
        } catch is TakenBack where depth > 0 {
        }
    }
}
