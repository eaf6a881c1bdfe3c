extension Sequence {
    /// The actions that are offered for an item in a place, in order.
    public func offered<Item>(in places: Action<Item>.Places, for item: Item) -> [Action<Item>]
    where Element == Action<Item> {
        filter { !$0.places.isDisjoint(with: places) && $0.applies(item) }
    }

    /// The first action that a key performs for an item; `nil` if none does.
    public func action<Item>(forKey key: String, of item: Item) -> Action<Item>? where Element == Action<Item> {
        first { $0.key == key && $0.applies(item) }
    }
}
