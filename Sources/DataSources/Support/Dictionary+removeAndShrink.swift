extension Dictionary {
    /// Removes a value, and frees memory once three quarters are unused: O(1) amortized.
    mutating func removeAndShrink(forKey key: Key) -> Value? {
        let value = removeValue(forKey: key)
        if capacity > 4 * count + 64 { self = Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) }) }
        return value
    }
}
