public import DataSources

extension Recorder {
    /// The end of a recording: see ``Recorder/record(until:)``.
    ///
    /// All conditions except ``count(_:)`` and ``satisfied(by:)`` hold at once if the recording has already reached
    /// them.
    public struct Condition: Sendable {
        enum Kind: Sendable {
            case count(Int)
            case version(Version)
            case settled
            case finished
            case update(@Sendable (Update<Snapshot>) -> Bool)
            case snapshot(@Sendable (Snapshot) -> Bool)
        }

        let kind: Kind

        /// This many updates exist that no earlier call has returned.
        ///
        /// None are there at once, whatever follows, so a count below 1 throws ``RecorderError/Code/emptyCount``. To show
        /// that nothing has come, record until ``settled``.
        public static func count(_ count: Int) -> Condition {
            Condition(kind: .count(count))
        }

        /// Everything up to a commit has been seen, even if the commit had no net effect and produced no update.
        ///
        /// The version may be one of a source that the recorded one is derived from; then everything that follows from
        /// it has been seen. It waits for a commit that is held back. A recording of a sequence that is not a subscription
        /// learns versions from updates only: there, a commit without net effect counts as seen only after a later update.
        ///
        /// - Parameter version: The receipt of an edit.
        /// - Returns: The condition.
        public static func version(_ version: Version) -> Condition {
            Condition(kind: .version(version))
        }

        /// Everything has been seen that subscribers can see at the time of the call.
        ///
        /// It is ``version(_:)`` of the newest commit that is not held back; a derived source first computes what is new
        /// upstream. It does not wait for later commits, nor for edits that are only submitted. A sequence that is not a
        /// subscription does not provide this: it throws ``RecorderError/Code/notASubscription``.
        public static var settled: Condition { Condition(kind: .settled) }

        /// The sequence has ended, without an error.
        public static var finished: Condition { Condition(kind: .finished) }

        /// An update exists that no earlier call has returned and that satisfies `predicate`.
        ///
        /// - Parameter predicate: Called once for each update, outside all locks.
        /// - Returns: The condition.
        public static func satisfied(by predicate: @escaping @Sendable (Update<Snapshot>) -> Bool) -> Condition {
            Condition(kind: .update(predicate))
        }

        /// The state satisfies `predicate`: the state after the updates returned so far, or after a later one.
        ///
        /// The number of updates does not matter, which suits a consumer that may be slow.
        ///
        /// - Parameter predicate: Called once for each state, outside all locks.
        /// - Returns: The condition.
        public static func snapshot(where predicate: @escaping @Sendable (Snapshot) -> Bool) -> Condition {
            Condition(kind: .snapshot(predicate))
        }
    }
}

extension Recorder.Condition: CustomStringConvertible {
    /// A description of the condition.
    public var description: String {
        switch kind {
        case .count(let count): count == 1 ? "1 more update" : "\(count) more updates"
        case .version(let version): "everything up to \(version)"
        case .settled: "everything there was at the moment of the call"
        case .finished: "the end"
        case .update: "an update that satisfies the predicate"
        case .snapshot: "a state that satisfies the predicate"
        }
    }
}
