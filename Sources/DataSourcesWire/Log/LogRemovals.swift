internal import DataSources

/// Which sources were removed from a log: what the writer has to clean up, and whether a reader has missed one.
///
/// ```
/// remove ─▶ record, numbered ─▶ states and steps of the source trimmed ─▶ a message says "forgotten" ─▶ record trimmed
/// ```
///
/// Each message says how many removals there were before it. A record leaves the log only after the states of its source,
/// and the steps before it, have left: so a reader that begins late meets none of them, and one that is behind finds out
/// that it has missed one. The writer keeps the last ones for readers that are behind. Nothing is kept of the names before
/// those.
struct LogRemovals: Sendable {
    private struct Record: Sendable {
        let number: UInt64
        let sequence: UInt64
        let name: TextID
    }

    /// Whether it notes what there is to clean up.
    private let isOfWriter: Bool
    /// All removals up to this one were received, or had left nothing in the log when reading began.
    private(set) var known: UInt64 = 0
    /// The log need not have the records of the removals up to this one.
    private(set) var forgotten: UInt64 = 0
    /// The records that the log has to have, ascending; in a writer.
    private var records: [Record] = []
    /// The sources whose states before a sequence are to be trimmed; in a writer.
    private(set) var untrimmed: [TextID: UInt64] = [:]
    /// The steps before this sequence are trimmed; in a writer.
    private var changesTrimmed: UInt64 = 0
    /// The removals whose records were trimmed.
    private var trimmed: UInt64 = 0

    init(isOfWriter: Bool) { self.isOfWriter = isOfWriter }

    /// Reading begins; the log's last message says that these are forgotten.
    mutating func readingBegan(forgotten: UInt64) { known = max(known, forgotten) }

    /// Whether a removal before a message was not received.
    func hasMissed(before batch: LogBatch) -> Bool { batch.removals > known }

    /// A message was received.
    mutating func received(_ batch: LogBatch) {
        forgotten = max(forgotten, batch.forgotten)
        let left = records.prefix { $0.number <= forgotten }.count
        if left > 0 { records.removeFirst(left) }
    }

    /// A record was received: the removal with a number.
    mutating func removed(_ name: TextID, _ number: UInt64, at sequence: UInt64, leavesStates: Bool) {
        known = max(known, number)
        guard isOfWriter else { return }
        if number > forgotten { records.append(Record(number: number, sequence: sequence, name: name)) }
        if leavesStates || untrimmed[name] != nil { untrimmed[name] = sequence }
    }

    /// A whole state was begun by a writer that has ended, and no other one is there.
    mutating func abandoned(_ name: TextID, before sequence: UInt64) {
        if isOfWriter { untrimmed[name] = sequence }
    }

    /// The states of a source before a sequence are trimmed.
    mutating func trimmed(_ name: TextID, before sequence: UInt64) {
        if let needed = untrimmed[name], needed <= sequence { untrimmed[name] = nil }
    }

    /// The removals that the next message may declare forgotten, so that the last ones are left.
    func forgettable(keeping count: Int) -> UInt64 {
        guard known > forgotten, known - forgotten > UInt64(clamping: count) else { return forgotten }
        // Its states, or steps before it, would be those of a source that has lost messages.
        let first = records.first { untrimmed[$0.name] != nil || $0.sequence > changesTrimmed }
        let needed = first.map { $0.number - 1 } ?? known
        return max(forgotten, min(known - UInt64(clamping: count), needed))
    }

    /// Whether steps are to be trimmed, before more can be declared forgotten.
    func needsTrimmedChanges(keeping count: Int) -> Bool { waitsForSteps(before: changesTrimmed, keeping: count) }

    /// Whether more could be declared forgotten if the log had no steps at a sequence.
    func waitsForSteps(before sequence: UInt64, keeping count: Int) -> Bool {
        guard let first = records.first, known - forgotten > UInt64(clamping: count) else { return false }
        return sequence < first.sequence
    }

    /// The steps before a sequence are trimmed.
    mutating func changesTrimmed(before sequence: UInt64) { changesTrimmed = max(changesTrimmed, sequence) }

    /// Up to which removal records can be trimmed, and before which sequence; `nil` if there are none.
    func trimmable(last: UInt64) -> (number: UInt64, before: UInt64)? {
        forgotten > trimmed ? (forgotten, records.first?.sequence ?? last) : nil
    }

    /// The records up to a removal are trimmed.
    mutating func recordsTrimmed(through number: UInt64) { trimmed = max(trimmed, number) }
}

/// A source was removed from the log that somebody follows.
struct SourceRemoved: Error {}
