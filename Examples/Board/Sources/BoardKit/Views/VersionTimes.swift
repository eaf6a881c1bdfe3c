import Synchronization

/// When the last versions of a view were made.
final class VersionTimes: Sendable {
    private struct Entry {
        let number: UInt64
        let time: ContinuousClock.Instant
    }

    private let capacity = 4_096
    /// The last versions, ascending.
    private let entries = Mutex([Entry]())

    /// A version was made.
    func versionMade(_ number: UInt64, at time: ContinuousClock.Instant) {
        entries.withLock { entries in
            guard number > entries.last?.number ?? 0 else { return }
            entries.append(Entry(number: number, time: time))
            if entries.count >= 2 * capacity { entries.removeFirst(capacity) }
        }
    }

    /// The versions after `number` up to another one: how many there are, and when the first was made.
    func versions(after number: UInt64, through last: UInt64) -> (count: Int, first: ContinuousClock.Instant?) {
        entries.withLock { entries in
            let first = Self.index(after: number, in: entries)
            let end = Self.index(after: last, in: entries)
            return (max(0, end - first), first < end ? entries[first].time : nil)
        }
    }

    private static func index(after number: UInt64, in entries: [Entry]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
