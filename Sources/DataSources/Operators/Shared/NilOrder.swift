/// The place of items without a key, in an order or a grouping by optional keys.
public enum NilOrder: Hashable, Sendable, CaseIterable, Codable {
    /// Items without a key come before all others, in both directions.
    case first
    /// Items without a key come after all others, in both directions.
    case last
}

extension NilOrder {
    /// Whether an optional key comes before another, given the order of the keys.
    @inlinable
    func comesBefore<Key>(_ left: Key?, _ right: Key?, by precedes: (Key, Key) -> Bool) -> Bool {
        switch (left, right) {
        case (let left?, let right?): precedes(left, right)
        case (nil, nil): false
        case (nil, _): self == .first
        case (_, nil): self == .last
        }
    }
}
