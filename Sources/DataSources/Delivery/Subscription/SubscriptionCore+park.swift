extension SubscriptionCore {
    /// The task of a call that is in a handler was cancelled.
    @usableFromInline
    func wakeCancelled() {
        hub.wakeCancelled(demand)
    }

    /// Parks; returns the step that the demand will probably take, if it is known.
    @inline(__always)
    func park(at seen: UInt64, invalidations: Int, isInHandler: Bool) async -> DifferenceStep? {
        if isInHandler {
            // Resumed once: by the hub, which takes the waiter out of its machine under its lock.
            return unsafe await withUnsafeContinuation {
                unsafe hub.park(demand, at: seen, invalidations: invalidations, Suspended($0))
            }
        }
        // It returns the step directly: a closure that stored it would first switch back to its executor.
        return await withTaskCancellationHandler { @Sendable in
            // Resumed once, as above.
            unsafe await withUnsafeContinuation {
                unsafe hub.park(demand, at: seen, invalidations: invalidations, Suspended($0))
            }
        } onCancel: {
            hub.wakeCancelled(demand)
        }
    }

    /// Parks in a simulation, or at a hub whose state depends on timers.
    @inline(never)
    func parkRarely(
        at seen: UInt64, invalidations: Int, keepingTimeOf clocks: [HubCore], isInHandler: Bool
    ) async -> DifferenceStep? {
        let wait = Simulation.running?.waitBegan { [comparisons = hub.comparisons] in
            "the next update of \(comparisons.name) after version \(seen)"
        }
        defer { wait?.ended() }
        if clocks.isEmpty { return await park(at: seen, invalidations: invalidations, isInHandler: isInHandler) }
        await park(at: seen, invalidations: invalidations, keepingTimeOf: clocks)
        return nil
    }

    /// Parks, and runs the timers that the hub's state depends on meanwhile.
    @inline(never)
    private func park(at seen: UInt64, invalidations: Int, keepingTimeOf clocks: [HubCore]) async {
        await withDiscardingTaskGroup { @Sendable (group: inout ChildTasks) in
            for clock in clocks { group.addTask { await clock.timer?.run(at: clock) } }
            await withTaskCancellationHandler { @Sendable in
                // Resumed once, as in `next()`.
                _ = unsafe await withUnsafeContinuation {
                    unsafe hub.park(demand, at: seen, invalidations: invalidations, Suspended($0))
                }
            } onCancel: {
                hub.wakeCancelled(demand)
            }
            group.cancelAll()
        }
    }
}
