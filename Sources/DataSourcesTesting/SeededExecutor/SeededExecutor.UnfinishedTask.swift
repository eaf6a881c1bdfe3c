extension SeededExecutor {
    /// An unfinished task of a blocked run, and what it waits for, as far as that is known.
    ///
    /// Known are waits for subscriptions and sources of DataSources, for a ``ManualClock``, and those described by
    /// ``SeededExecutor/waiting(for:_:)``; also those of child tasks.
    public struct UnfinishedTask: Hashable, Sendable {
        /// The name given to `SeededExecutor.start(name:_:)`, or `the body`.
        public let name: String?

        /// The file in which it was started, as `#fileID`; empty if DataSources started it.
        public let fileID: String

        /// The line in which it was started; 0 if DataSources started it.
        public let line: Int

        /// What it and its child tasks wait for, in the order in which the waits began.
        public let waitsFor: [String]
    }
}

extension SeededExecutor.UnfinishedTask: CustomStringConvertible {
    /// The task and what it waits for, in one line.
    public var description: String {
        let who = name ?? (line == 0 ? "tasks that outlived the one that made them" : "a started task")
        let place = line == 0 ? "" : " (\(fileID):\(line))"
        let what = waitsFor.isEmpty ? "something it did not announce" : waitsFor.joined(separator: "; ")
        return "\(who)\(place) waits for: \(what)"
    }
}
