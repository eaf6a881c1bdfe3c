public import DataSources
internal import Synchronization

/// Which commands the states of a source contain: a feed names them in its frames.
///
/// A replica shows the edit of a command at once. Its effect arrives in a frame, possibly before the answer; without a
/// name in that frame the effect would be shown twice until then. Share one log between the ``Feed`` and the
/// ``CommandHandler`` of the same source:
///
/// ```swift
/// let log = CommandLog()
/// let feed = Feed(of: board, log: log)
/// let commands = CommandHandler(for: board, log: log)
/// ```
///
/// Frames have hashes of the keys, not the keys. A step with more commands than the log holds does not name them; then
/// replicas hide those edits until their answers arrive.
public final class CommandLog: Sendable {
    private struct Entry {
        let hash: UInt32
        /// The command is in all states after this version, and in no other.
        let version: Version
    }

    private struct State {
        /// Ascending by version, from `first` on.
        var entries: [Entry] = []
        var first = 0
        /// The newest version of an entry that is gone.
        var forgotten: Version?
    }

    private let capacity: Int
    /// Guards everything.
    private let state = Mutex(State())

    /// Creates a log.
    ///
    /// - Parameter capacity: How many commands it holds, and a frame names, at most; 1,024 by default, about 32 KB.
    public init(capacity: Int = 1_024) {
        self.capacity = max(0, capacity)
    }

    /// The next commit of the source will contain a command.
    ///
    /// A ``CommandHandler`` calls this for lists and sections. If you apply commands elsewhere, call it in the transaction
    /// in which the source follows, with the version of the source in it. If that commit then fails, nothing is wrong: the
    /// refusal takes the edit back.
    ///
    /// - Parameters:
    ///   - key: The command's key.
    ///   - version: The newest version of the source, before the commit.
    /// - Complexity: O(1) amortized.
    public func commandWillCommit(_ key: String, after version: Version) {
        let entry = Entry(hash: WireCommands.hash(of: key), version: version)
        state.withLock { state in
            // Of a source that was replaced by another one.
            if let last = state.entries.last, last.version.epoch != version.epoch { state = State() }
            var index = state.entries.count
            while index > state.first, state.entries[index - 1].version.number > version.number { index -= 1 }
            state.entries.insert(entry, at: index)
            while state.entries.count - state.first > capacity {
                state.forgotten = state.entries[state.first].version
                state.first += 1
            }
            if state.first > 32, state.first > state.entries.count / 2 {
                state.entries.removeFirst(state.first)
                state.first = 0
            }
        }
    }

    /// A step of the source has arrived, with the commands that are in the state after it and not in the one before: for a
    /// process that follows the source and names them to clients of its own.
    ///
    /// - Parameters:
    ///   - base: The version before the step.
    ///   - version: The version after it. If it is of another epoch, or no later one, the source has begun anew.
    ///   - commands: What the step contains; a whole state may contain any.
    /// - Complexity: O(1) amortized for each command.
    package func stepArrived(after base: Version, to version: Version, containing commands: WireCommands) {
        state.withLock { state in
            guard base.epoch == version.epoch, base.number < version.number else {
                state = State()
                return
            }
            guard case .named(let hashes) = commands else {
                state = State(forgotten: base)
                return
            }
            for hash in hashes { state.entries.append(Entry(hash: hash, version: base)) }
            let excess = state.entries.count - state.first - capacity
            if excess > 0 {
                state.first += excess
                state.forgotten = state.entries[state.first - 1].version
            }
            if state.first > 32, state.first > state.entries.count / 2 {
                state.entries.removeFirst(state.first)
                state.first = 0
            }
        }
    }

    /// The commands in the state of a version that are not in that of an earlier one.
    ///
    /// - Complexity: O(log *n*) and their number.
    package func commands(after base: UInt64, through version: Version) -> WireCommands {
        state.withLock { state in
            if let forgotten = state.forgotten, forgotten.epoch == version.epoch, forgotten.number >= base {
                return .unknown
            }
            var index = state.entries.count
            while index > state.first, state.entries[index - 1].version.number >= version.number { index -= 1 }
            var hashes: [UInt32] = []
            while index > state.first, state.entries[index - 1].version.number >= base {
                index -= 1
                if state.entries[index].version.epoch == version.epoch { hashes.append(state.entries[index].hash) }
            }
            return .named(hashes.reversed())
        }
    }
}
