internal import Synchronization

extension HubCore {
    /// Returns once every demand has been given the commit `number`, or the task is cancelled.
    func settled(at number: UInt64) async {
        guard let id = state.withLock({ $0.machine.settlementRequested(at: number) }) else { return }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let parks = state.withLock { state -> Bool in
                    if Task.isCancelled {
                        _ = state.machine.settlementCancelled(id)
                        return false
                    }
                    guard state.machine.isOpen(id) else { return false }
                    state.settlements[id] = continuation
                    return true
                }
                if !parks { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state -> UnsafeContinuation<Void, Never>? in
                guard let continuation = state.settlements.removeAndShrink(forKey: id) else { return nil }
                _ = state.machine.settlementCancelled(id)
                return continuation
            }
            continuation?.resume()
        }
    }

    static func takeSettled(_ ids: [SettlementID], _ state: inout State) -> [UnsafeContinuation<Void, Never>] {
        ids.compactMap { state.settlements.removeAndShrink(forKey: $0) }
    }
}
