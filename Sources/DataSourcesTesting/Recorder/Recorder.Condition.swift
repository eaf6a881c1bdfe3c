public import DataSources

extension Recorder {
    /// How far to record: see ``Recorder/record(until:)``.
    ///
    /// All but ``count(_:)`` and ``satisfied(by:)`` hold at once if the recording is there already.
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

        /// There are so many updates that no earlier call has returned; less than none counts as none.
        public static func count(_ count: Int) -> Condition {
            Condition(kind: .count(count))
        }

        /// Everything up to a commit has been seen, also when it came to nothing and there was no update.
        ///
        /// A commit that is held back is waited for. A recording of a sequence that is no subscription learns of
        /// versions by updates only: there a commit that comes to nothing is waited for until something follows.
        ///
        /// - Parameter version: The receipt of a mutation.
        /// - Returns: The condition.
        public static func version(_ version: Version) -> Condition {
            Condition(kind: .version(version))
        }

        /// Everything has been seen that subscribers may see at the moment of the call.
        ///
        /// That is ``version(_:)`` of the newest commit that is not held back. What is committed while this waits is
        /// not waited for, and neither is what was only submitted. Whether a sequence that is no subscription is that
        /// far cannot be known: ``RecorderError/Code/notASubscription``.
        public static var settled: Condition { Condition(kind: .settled) }

        /// The sequence has ended, without an error.
        public static var finished: Condition { Condition(kind: .finished) }

        /// There is an update that no earlier call has returned and for which `predicate` says `true`.
        ///
        /// - Parameter predicate: Asked once for each update, outside of all locks.
        /// - Returns: The condition.
        public static func satisfied(by predicate: @escaping @Sendable (Update<Snapshot>) -> Bool) -> Condition {
            Condition(kind: .update(predicate))
        }

        /// The state is one for which `predicate` says `true`: the state after the updates that were returned, or after
        /// one that follows.
        ///
        /// How many updates lead there does not matter, which makes this the condition for a consumer that may be slow.
        ///
        /// - Parameter predicate: Asked once for each state, outside of all locks.
        /// - Returns: The condition.
        public static func snapshot(where predicate: @escaping @Sendable (Snapshot) -> Bool) -> Condition {
            Condition(kind: .snapshot(predicate))
        }
    }
}

extension Recorder.Condition: CustomStringConvertible {
    /// What is awaited, in words.
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
