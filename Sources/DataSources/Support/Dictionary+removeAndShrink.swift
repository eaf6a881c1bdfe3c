extension Dictionary {
    /// Removes a value, and gives memory back once three quarters are not needed: O(1) amortized.
    mutating func removeAndShrink(forKey key: Key) -> Value? {
        let value = removeValue(forKey: key)
        if capacity > 4 * count + 64 { self = Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) }) }
        return value
    }
}
