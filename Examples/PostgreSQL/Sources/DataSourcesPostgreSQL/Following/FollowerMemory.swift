import DataSources
import Synchronization

/// What a follower remembers from one connection to the next.
final class FollowerMemory: Sendable {
    private struct State {
        /// What its owner calls durable.
        var durable: LogPosition?
        /// What the table was when its whole state was read.
        var definition: TableDefinition?
        var reason: WholeStateReason?
        var wholeStates: [WholeStateReason] = []
    }

    private let state = Mutex(State())
    let report = Parameter<SlotReport?>(nil)

    var durable: LogPosition? { state.withLock { $0.durable } }

    func confirm(_ position: LogPosition) {
        state.withLock { $0.durable = max($0.durable ?? position, position) }
    }

    var definition: TableDefinition? { state.withLock { $0.definition } }

    var wholeStates: [WholeStateReason] { state.withLock { $0.wholeStates } }

    /// Why the next connection must read the whole state; `nil` if it need not.
    var reason: WholeStateReason? { state.withLock { $0.reason } }

    func failed(_ error: any Error) {
        guard let error = error as? PostgresError, error.needsWholeState else { return }
        state.withLock { $0.reason = WholeStateReason(error.code) }
    }

    /// A whole state begins: what was durable is of another slot.
    func wholeStateBegins(_ reason: WholeStateReason) {
        state.withLock { state in
            state.wholeStates.append(reason)
            if state.wholeStates.count > 1_000 { state.wholeStates.removeFirst() }
            state.durable = nil
        }
    }

    func wholeStateRead(_ definition: TableDefinition) {
        state.withLock { ($0.definition, $0.reason) = (definition, nil) }
    }

    func continues(_ definition: TableDefinition) {
        state.withLock { $0.definition = definition }
    }
}

/// Why a whole state was read.
public enum WholeStateReason: String, Hashable, Sendable {
    /// There was no state to go on from.
    case first
    /// The slot was temporary.
    case temporarySlot
    /// The slot was gone, or the server had removed log that it needs.
    case slotLost
    /// The table, its columns or the publication have changed.
    case definitionChanged
    /// The server had been told that more is durable than the position to go on from.
    case confirmedAhead
    /// A large value was not sent, and its row was not shown.
    case missingRow

    init(_ code: PostgresError.Code) {
        self =
            switch code {
            case .definitionChanged: .definitionChanged
            case .confirmedAhead: .confirmedAhead
            case .missingRow: .missingRow
            default: .slotLost
            }
    }
}
