internal import DataSources
internal import Synchronization

extension Replica {
    /// Every state that is confirmed from now on is noted there too.
    nonisolated func relay(to states: ConfirmedStates<Snapshot>) {
        relays.withLock { $0.append(RelayedStates(states: states)) }
    }

    /// Notes the confirmed state for a relay that has been made after it had arrived.
    func catchUp(_ states: ConfirmedStates<Snapshot>) {
        if states.newest == nil, let position {
            states.confirmed(confirmed, at: position, by: .whole)
        }
        if hub.isFinished { states.finished() }
    }

    /// The states of all relays.
    var relayed: [ConfirmedStates<Snapshot>] {
        relays.withLock { relays in
            if relays.isEmpty { return [] }
            let states = relays.compactMap(\.states)
            if states.count < relays.count { relays.removeAll { $0.states == nil } }
            return states
        }
    }
}

extension WireChanges {
    /// About how many bytes the content has.
    var estimatedSize: Int {
        [sections.estimatedSize, items.estimatedSize].reduce(64) { $0.saturating(adding: $1) }
    }
}

extension WireEdits {
    fileprivate var estimatedSize: Int {
        var size = 16 * (removals.count + moves.count)
        for insertion in insertions {
            for value in insertion.values { size = size.saturating(adding: 16 + value.estimatedSize) }
        }
        for update in updates { size = size.saturating(adding: 16 + update.patch.size) }
        return size
    }
}

extension WirePatch {
    fileprivate var size: Int {
        switch self {
        case .whole(let value): value.estimatedSize
        case .fields(let set, _): WireValue.object(set).estimatedSize
        }
    }
}
