internal import Synchronization

extension HubCore {
    /// Waits until every demand has received the commit `number`, or the task is cancelled.
    func settled(at number: UInt64) async {
        guard let id = state.withLock({ $0.machine.settlementRequested(at: number) }) else { return }
        await suspendTask { suspension in
            state.withLock { state in
                if Task.isCancelled {
                    _ = state.machine.settlementCancelled(id)
                    return false
                }
                guard state.machine.isOpen(id) else { return false }
                state.settlements[id] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { state in
                guard let suspension = state.settlements.removeAndShrink(forKey: id) else { return nil }
                _ = state.machine.settlementCancelled(id)
                return suspension
            }
        }
    }

    static func takeSettled(_ ids: [SettlementID], _ state: inout State) -> [Suspension] {
        ids.compactMap { state.settlements.removeAndShrink(forKey: $0) }
    }
}
