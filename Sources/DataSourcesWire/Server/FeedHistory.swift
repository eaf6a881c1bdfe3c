/// The states that clients may come back with: the last ones that were sent, within bounds; in a relay, the last ones that
/// it has had.
///
/// States share structure, so one that is kept costs what has changed since, not what it contains.
struct FeedHistory<Snapshot: Sendable>: Sendable {
    struct Entry: Sendable {
        let number: UInt64
        let snapshot: Snapshot
        /// When the state was sent first.
        let time: Duration
        /// The bytes of the step that led to it: an estimate of what keeping it costs.
        let bytes: Int
    }

    let bounds: HistoryBounds
    /// Ascending by number.
    private var entries: [Entry] = []
    /// The entries before are gone.
    private var first = 0
    private var bytes = 0

    init(_ bounds: HistoryBounds) {
        self.bounds = bounds
    }

    /// The number of states.
    var count: Int { entries.count - first }

    /// A state was sent; returns what is no longer kept, to be released outside of locks.
    ///
    /// - Complexity: O(1) amortized for the newest state; O(*n*) for one that is older than another.
    mutating func stateSent(_ snapshot: Snapshot, _ number: UInt64, at time: Duration, bytes size: Int) -> [Entry] {
        var index = entries.count
        while index > first, entries[index - 1].number > number { index -= 1 }
        if index > first, entries[index - 1].number == number { return timePassed(to: time) }
        entries.insert(Entry(number: number, snapshot: snapshot, time: time, bytes: size), at: index)
        bytes = bytes.saturating(adding: size)
        return timePassed(to: time)
    }

    /// Returns what is no longer kept, to be released outside of locks.
    mutating func timePassed(to time: Duration) -> [Entry] {
        var removed: [Entry] = []
        while first < entries.count {
            let oldest = entries[first]
            guard count > bounds.count || bytes > bounds.bytes || time - oldest.time > bounds.age else { break }
            removed.append(oldest)
            bytes -= oldest.bytes
            first += 1
        }
        if first > 32, first > entries.count / 2 {
            entries.removeFirst(first)
            first = 0
        }
        return removed
    }

    /// The state with a number.
    ///
    /// - Complexity: O(log *n*).
    func snapshot(_ number: UInt64) -> Snapshot? {
        var (low, high) = (first, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].number == number ? entries[low].snapshot : nil
    }
}

/// How many states a feed keeps for clients that come back.
public struct HistoryBounds: Hashable, Sendable {
    /// The number of states.
    public var count: Int
    /// The time since a state was sent first.
    public var age: Duration
    /// The bytes of all steps between the states, an estimate of their memory.
    public var bytes: Int

    /// Creates bounds; the first one that is exceeded counts.
    ///
    /// - Parameters:
    ///   - count: The number of states; 1,000 by default.
    ///   - age: The time since a state was sent first; 5 minutes by default.
    ///   - bytes: The bytes of all steps; 64 MiB by default.
    public init(count: Int = 1_000, age: Duration = .seconds(300), bytes: Int = 64 << 20) {
        (self.count, self.age, self.bytes) = (max(0, count), max(.zero, age), max(0, bytes))
    }
}
