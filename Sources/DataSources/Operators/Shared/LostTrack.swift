/// An error that says an operator's state no longer matches its input.
///
/// It is thrown only if ids or keys change in place or contradict themselves. The operator's driver, such as
/// ``IncrementalOperator``, then rebuilds from the whole upstream snapshot, with the current ids and keys. So no value
/// of a user's type traps (law 15).
@usableFromInline
package struct LostTrack: Error {
    @inlinable
    init() {}
}

/// Rereads two ids that differed, to find out whether a closure has changed an item's id.
///
/// - Returns: `false` if the ids differ from one reading to the next, so their difference proves nothing.
@inlinable @inline(never)
func areOtherKeys<Key: Equatable>(_ made: () -> Key, _ given: () -> Key) -> Bool {
    let (first, second) = (made(), given())
    return (0..<16).allSatisfy { _ in
        let (left, right) = (made(), given())
        return areSameKey(left, first) && areSameKey(right, second) && !areSameKey(left, right)
    }
}

/// Returns the result of a closure for an item; traps if the closure gave it another id than that of the item.
@inlinable
func made<Item: Identifiable, Result: Identifiable>(
    _ result: Result, of item: Item, by name: StaticString
) -> Result where Result.ID == Item.ID {
    precondition(
        areSameKey(result.id, item.id) || !areOtherKeys({ result.id }, { item.id }),
        "\(name) gave \(item.id) the id \(result.id): use Keyed, or flatMap")
    return result
}
