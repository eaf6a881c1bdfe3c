/// The number of demands at each commit, and the lowest commit with a demand.
///
/// Demands that work are nearly always at the newest commits. A few entries are searched linearly; the others are in a
/// table. Every operation costs O(log *n*) amortized in the number of distinct commits, the usual one O(1).
package struct CursorCounts {
    private struct Entry {
        let cursor: UInt64
        var count: Int
    }

    /// At most ``limit`` commits, each with a demand.
    private var few: [Entry] = []
    /// The other commits.
    private var others = LowestKeyTable<Int>()
    /// The number of demands.
    package private(set) var total = 0

    private static var limit: Int { 8 }

    package init() {}

    /// The number of commits there is room for: for tests.
    package var capacity: Int { few.capacity + others.capacity }

    /// Adds `count` demands at `cursor`.
    package mutating func add(_ count: Int, at cursor: UInt64) {
        if count == 0 { return }
        total += count
        for place in few.indices.reversed() where few[place].cursor == cursor {
            few[place].count += count
            return
        }
        if few.count < Self.limit, others.isEmpty || others[cursor] == nil {
            few.append(Entry(cursor: cursor, count: count))
        } else {
            others.change(cursor) { $0 = ($0 ?? 0) + count }
        }
    }

    /// Removes one demand at `cursor`.
    package mutating func removeOne(at cursor: UInt64) {
        total -= 1
        for place in few.indices.reversed() where few[place].cursor == cursor {
            few[place].count -= 1
            if few[place].count == 0 {
                few.swapAt(place, few.count - 1)
                few.removeLast()
            }
            return
        }
        others.change(cursor) { count in
            assert(count != nil, "no demand is at \(cursor)")
            count = count.flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    /// The lowest commit with a demand; `nil` if there is none.
    package var lowest: UInt64? {
        mutating get {
            var lowest = others.isEmpty ? nil : others.lowestKey
            for entry in few where entry.cursor < lowest ?? .max { lowest = entry.cursor }
            return lowest
        }
    }
}

extension CursorCounts: Sendable {}
