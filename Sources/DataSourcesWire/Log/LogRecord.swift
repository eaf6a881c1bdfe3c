internal import DataSources

/// What a source says in one message of a log.
struct LogRecord: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        /// A step, or the shapes to which the steps that follow refer; then both versions are equal.
        case step(base: UInt64, version: UInt64)
        /// A part of a whole state: frames, or the last answers.
        case state(version: UInt64, isFirst: Bool, isLast: Bool)
        /// Nothing but answers: of commands that changed nothing, or were refused.
        case answers
        /// The source is not in the log any more; the version is that of its last state.
        case removed(version: UInt64)
    }

    /// The name of the source in the log.
    let source: TextID
    /// The lifetime of the source.
    let epoch: UInt64
    let content: Content
    /// The frames, encoded as binary.
    var frames: [[UInt8]] = []
    /// The answers to the commands that the step contains, or that the state is to know.
    var answers: [LogAnswer] = []

    /// The subject under which it is appended: whole states are trimmed for each source, steps and removals for all.
    var subject: TextID {
        switch content {
        case .state: Self.states(of: source)
        case .step, .answers: LogBatch.changes
        case .removed: LogBatch.removed
        }
    }

    /// The subject of the whole states of a source.
    static func states(of source: TextID) -> TextID { TextID("state." + source.text) }

    /// The most bytes of a source's name.
    static let nameLimit = 200
}

/// The answer that a command's key has got.
struct LogAnswer: Hashable, Sendable {
    let key: CommandKey
    let answer: CommandAnswer
}

/// A message of a log: what some sources of its writer say, or that another writer takes over.
struct LogBatch: Hashable, Sendable {
    /// Who has appended it; random, so that no two writers have the same.
    let writer: UInt64
    /// The number of the message among those of its writer, so that no two messages are equal.
    let number: UInt64
    /// How many sources were removed before it, in the life of the log; and how many of these the log need not have
    /// records of, see ``LogRemovals``.
    var removals: UInt64 = 0, forgotten: UInt64 = 0
    let content: Content

    enum Content: Hashable, Sendable {
        /// From here on, only messages of this writer count.
        case mark(name: String)
        /// What sources say. The mark of the writer is at this sequence: so it is known whose messages count also when
        /// the mark was removed.
        case records([LogRecord], mark: UInt64)
    }

    /// The subject of steps.
    static let changes = TextID("changes")
    /// The subject of removals.
    static let removed = TextID("removed")
    /// The subject of marks.
    static let marks = TextID("writer")
}
