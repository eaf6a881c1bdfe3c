/// A rule that a history breaks.
struct Finding: Hashable, Sendable {
    enum Rule: String, Hashable, Sendable, CaseIterable {
        /// A command was acknowledged, and is in no state.
        case lost
        /// A command was applied twice.
        case twice
        /// A client was shown a state that is not in the log, or not with that content.
        case committed
        /// A client was shown an older state after a newer one.
        case order
        /// The state that an answer names does not contain the command.
        case answer
        /// A command was refused for good, although nothing forbids it.
        case refused
        /// The log has another lifetime of a list: it was begun anew.
        case epoch
        /// A message of a writer is behind that of a later one.
        case fence
        /// A message is in the log twice.
        case doubled
        /// A place of the log had another message before.
        case changed
        /// A process ended by itself.
        case ended
        /// After all faults were healed, not all is answered, or not all show the same.
        case converged
        /// The servers do not have the same messages.
        case replicas
    }

    let rule: Rule
    let text: String
    /// When it happened, or was seen.
    let time: UInt64
}
