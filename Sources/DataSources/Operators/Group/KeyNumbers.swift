/// Numbers for the keys of groups: a number takes four bytes for each item, a key often sixteen and a retain.
///
/// A number is not used for another key until ``removeUnused(_:)`` frees it.
@usableFromInline
struct KeyNumbers<Key: Hashable & Sendable>: Sendable {
    @usableFromInline var numbers: KeyTable<Key, Int32> = KeyTable()
    /// The keys by their numbers; `nil` for free ones.
    @usableFromInline var keys: ContiguousArray<Key?> = []
    @usableFromInline var free: ContiguousArray<Int32> = []

    /// The number of items without a key.
    @inlinable static var none: Int32 { -1 }

    @inlinable
    init() {}

    /// Numbers the keys by their indices.
    @inlinable
    init(_ keys: [Key]) {
        self.keys = ContiguousArray(keys.lazy.map { $0 })
        numbers = KeyTable(minimumCapacity: keys.count)
        for (number, key) in keys.enumerated() { numbers[key] = Int32(truncatingIfNeeded: number) }
    }

    @inlinable
    func key(of number: Int32) -> Key? { number < 0 ? nil : keys[Int(number)] }

    /// The number of a key, a new one if it has none.
    @inlinable
    mutating func number(of key: Key?) -> Int32 {
        guard let key else { return Self.none }
        if let known = numbers[key] { return known }
        let number = free.popLast() ?? Int32(truncatingIfNeeded: keys.count)
        if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
        numbers[key] = number
        return number
    }

    /// Whether there are so many unused numbers that a search for them is worth it.
    @inlinable
    func mayWaste(groupCount: Int) -> Bool { keys.count - free.count > 2 * groupCount + 1024 }

    /// Frees the numbers that no item has.
    @inlinable
    mutating func removeUnused(_ isUsed: ContiguousArray<Bool>) {
        for number in keys.indices where !isUsed[number] {
            guard let key = keys[number].take() else { continue }
            numbers.removeValue(forKey: key)
            free.append(Int32(truncatingIfNeeded: number))
        }
    }
}
