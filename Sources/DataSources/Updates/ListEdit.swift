/// One edit of a list, as a value: an element of a sequence that a source follows.
///
/// Positions are offsets in the list before the edit; destinations are offsets in the list after it. The steps of an
/// update are of the type ``ListStep``, which has no cases by id; an edit can be made from one.
public enum ListEdit<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// Inserts an item at the offset.
    case insert(Item, at: Int)
    /// Removes the item at the offset.
    case remove(at: Int)
    /// Moves the item at the first offset so that it ends up at the second.
    case move(from: Int, to: Int)
    /// Replaces the item at the offset by one with the same id.
    case update(Item, at: Int)
    /// Replaces the item with the same id, or appends the item.
    case upsert(Item)
    /// Removes the item with the id.
    case removeID(Item.ID)
}

extension ListEdit: Equatable {}
extension ListEdit: Hashable where Item: Hashable {}
extension ListEdit: Encodable where Item: Encodable, Item.ID: Encodable {}
extension ListEdit: Decodable where Item: Decodable, Item.ID: Decodable {}

extension ListDraft {
    /// Makes one edit.
    ///
    /// - Throws: ``EditError`` when the edit fails; then nothing has changed.
    public mutating func apply(_ edit: ListEdit<Item>) throws(EditError) {
        switch edit {
        case .insert(let item, let position): try insert(item, at: position)
        case .remove(let position): try remove(at: position)
        case .move(let from, let to): try move(from: from, to: to)
        case .update(let item, let position):
            guard let old = self[position] else { throw .position(position, of: "update", outside: 0..<count) }
            guard areSameKey(old.id, item.id) else { throw .identityChanged(from: old.id, to: item.id) }
            put(item, at: position)
        case .upsert(let item): upsert(item)
        case .removeID(let id): try remove(id: id)
        }
    }
}
