/// One step of an update of a list: an edit by position.
///
/// Positions are offsets in the list before the step; destinations are offsets in the list after it. Other than a
/// ``ListEdit``, a step never searches for an id. ``Update/steps`` makes steps; a `ListEdit` can be made from one.
///
/// ```swift
/// for step in update.steps {
///     switch step {
///     case .insert(let item, let position): list.insertBefore(element(for: item), position)
///     case .remove(let position): list.removeChild(position)
///     case .move(let from, let to): list.moveChild(from, to)
///     case .update(let item, let position): list.child(position).show(item)
///     }
/// }
/// ```
public enum ListStep<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// Inserts an item at the offset.
    case insert(Item, at: Int)
    /// Removes the item at the offset.
    case remove(at: Int)
    /// Moves the item at the first offset so that it ends up at the second.
    case move(from: Int, to: Int)
    /// Replaces the item at the offset by one with the same id.
    case update(Item, at: Int)
}

extension ListStep: Equatable {}
extension ListStep: Hashable where Item: Hashable {}
extension ListStep: Encodable where Item: Encodable {}
extension ListStep: Decodable where Item: Decodable {}

extension ListEdit {
    /// The edit that makes a step of an update.
    @inlinable
    public init(_ step: ListStep<Item>) {
        switch step {
        case .insert(let item, let position): self = .insert(item, at: position)
        case .remove(let position): self = .remove(at: position)
        case .move(let from, let to): self = .move(from: from, to: to)
        case .update(let item, let position): self = .update(item, at: position)
        }
    }
}

extension ListDraft {
    /// Makes one step of an update.
    ///
    /// - Throws: ``EditError`` when the step fails; then nothing has changed.
    @_disfavoredOverload
    public mutating func apply(_ step: ListStep<Item>) throws(EditError) {
        // Disfavored, or `apply(.remove(at: 0))` would be ambiguous.
        try apply(ListEdit(step))
    }
}
