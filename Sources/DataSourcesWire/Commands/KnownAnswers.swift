internal import DataSources

/// The last answers of a handler, within bounds.
struct KnownAnswers: Sendable {
    private struct Entry: Sendable {
        let answer: CommandAnswer
        let bytes: Int
    }

    private let capacity: Int
    private let byteLimit: Int
    private var entries: [CommandKey: Entry] = [:]
    /// The keys of the entries, the oldest first, from ``first`` on.
    private var keys: [CommandKey] = []
    private var first = 0
    /// What all entries take, about.
    private(set) var bytes = 0

    init(capacity: Int, bytes: Int) {
        (self.capacity, byteLimit) = (max(1, capacity), max(0, bytes))
    }

    /// The number of answers.
    var count: Int { entries.count }

    subscript(key: CommandKey) -> CommandAnswer? { entries[key]?.answer }

    /// The answers, the oldest first.
    var all: [(key: CommandKey, answer: CommandAnswer)] {
        keys[first...].compactMap { key in entries[key].map { (key, $0.answer) } }
    }

    /// Keeps the answer to a key, unless it has one; the oldest ones go.
    ///
    /// - Complexity: O(1) amortized.
    mutating func keep(_ answer: CommandAnswer, for key: CommandKey) {
        guard entries[key] == nil else { return }
        var size = Self.overhead + key.client.text.utf8.count + key.key.text.utf8.count
        if case .refused(let refusal) = answer.reply { size += refusal.message.utf8.count }
        entries[key] = Entry(answer: answer, bytes: size)
        keys.append(key)
        bytes += size
        while first < keys.count, keys.count - first > capacity || bytes > byteLimit {
            bytes -= entries.removeValue(forKey: keys[first])?.bytes ?? 0
            first += 1
        }
        if first > 32, first > keys.count / 2 {
            keys.removeFirst(first)
            first = 0
        }
    }

    /// What an entry takes besides its texts: in the table with its free places, in the array, and on the heap.
    private static let overhead = 256
}
