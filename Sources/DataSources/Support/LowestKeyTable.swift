/// A dictionary that knows its lowest key: a hash table and a binary heap (Williams 1964) with lazy deletion.
///
/// Reading and changing a key's value costs O(1) expected; a new key and ``lowestKey`` cost O(log *n*) amortized.
/// Removed keys stay in the heap until they reach its top or outnumber the others.
package struct LowestKeyTable<Value> {
    private var values: [UInt64: Value] = [:]
    /// Every key, and some removed ones: a binary heap, lowest first.
    private var heap: [UInt64] = []

    package init() {}

    package var isEmpty: Bool { values.isEmpty }

    /// The number of keys there is room for: for tests.
    package var capacity: Int { max(values.capacity, heap.capacity) }

    package subscript(key: UInt64) -> Value? { values[key] }

    /// Changes the value of a key; setting `nil` removes the key.
    package mutating func change<Result>(_ key: UInt64, _ body: (inout Value?) -> Result) -> Result {
        var value = values.removeValue(forKey: key)
        let isNew = value == nil
        let result = body(&value)
        if let value {
            values[key] = value
            if isNew { push(key) }
        } else if !isNew {
            trim()
        }
        return result
    }

    /// The lowest key; `nil` if there is none.
    package var lowestKey: UInt64? {
        mutating get {
            while let first = heap.first {
                if values[first] != nil { return first }
                pop()
            }
            return nil
        }
    }

    /// Removes and returns the value with the lowest key, if that key is at most `limit`.
    package mutating func popLowest(upTo limit: UInt64) -> (key: UInt64, value: Value)? {
        guard let key = lowestKey, key <= limit, let value = values.removeValue(forKey: key) else { return nil }
        pop()
        trim()
        return (key, value)
    }

    // MARK: Inside

    private mutating func push(_ key: UInt64) {
        heap.append(key)
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func pop() {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
        sink(from: 0)
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var lowest = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child] < heap[lowest] {
                lowest = child
            }
            if lowest == place { return }
            heap.swapAt(place, lowest)
            place = lowest
        }
    }

    /// Frees memory once three quarters are unused.
    private mutating func trim() {
        if values.isEmpty {
            values = [:]
            heap = []
            return
        }
        if heap.count > 2 * values.count + 16 || values.capacity > 4 * values.count + 64 {
            values = Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) })
            heap = values.keys.sorted()
        }
    }
}

extension LowestKeyTable: Sendable where Value: Sendable {}
