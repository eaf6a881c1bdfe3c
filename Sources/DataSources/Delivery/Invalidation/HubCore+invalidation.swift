internal import Synchronization

/// How a change upstream wakes the waiting subscribers of a derived hub, without lost or duplicate wakeups.
///
/// A derived hub computes only on demand, so a change upstream must wake its waiters. Two parties take these steps,
/// each under the lock in parentheses:
///
/// | A committing origin | A subscriber about to wait |
/// |---|---|
/// | 1. marks its dependents as changed (each ``Invalidation``) | 1. registers with ``Invalidation/listen(_:)`` |
/// | 2. publishes the commit (the origin's hub) | 2. reads the hub's count of invalidations (the hub) |
/// | 3. increments listening hubs' counts, wakes leaders (the hub) | 3. checks for changed inputs (``Invalidation``) |
/// | | 4. parks, unless the count has changed (the hub) |
///
/// If the origin's step 1 precedes the subscriber's step 3, the subscriber sees the change and does not park; instead
/// it waits until the announced commit is published. Otherwise the origin finds the hub registered: its step 3 either
/// wakes the parked subscriber, or changes the count, and the subscriber does not park.
extension HubCore {
    /// How often the hub has been invalidated.
    var invalidations: Int { state.withLock { $0.machine.invalidations } }

    /// A call is about to wait at the hub; call ``endWait()`` when it no longer does.
    ///
    /// - Returns: The count of invalidations to park with, 0 for a hub that is not derived; `nil` if a refresh is
    ///   needed instead.
    @inline(__always)
    func beginWait() -> Int? {
        guard let feed else { return 0 }
        return beginWait(feed)
    }

    @inline(never)
    private func beginWait(_ feed: any HubFeed) -> Int? {
        feed.invalidation.listen(self)
        let count = invalidations
        if feed.invalidation.isUpToDate { return count }
        feed.invalidation.unlisten()
        feed.waitForChanges()
        return nil
    }

    /// A call no longer waits at the hub.
    @inline(__always)
    func endWait() {
        feed?.invalidation.unlisten()
    }

    /// Invalidates the dependents of a locked hub that is about to change, before the change takes its stamp.
    ///
    /// So any refresh that reads the hub at or after the change's cut has been invalidated before.
    ///
    /// - Returns: The invalidations whose waiting subscribers must be woken after the lock.
    func invalidateDependents(_ state: inout State) -> [Invalidation] {
        if state.dependents.isEmpty { return [] }
        return Invalidation.inputsChanged(state.dependents.takeAll())
    }

    /// Registers a dependent for the hub's next change; returns `false` if the hub shows, or is about to show,
    /// something other than `shown`.
    func add(_ dependent: Invalidation.Dependent, ifShowing shown: Shown) -> Bool {
        if let feed { return feed.invalidation.add(dependent, ifShowing: shown) }
        // Dropped dependents are released after the lock.
        return state.withLock { state -> (Bool, [Invalidation.Dependent]) in
            guard shown.commit === state.newest, shown.isFinished == state.machine.isFinished else {
                return (false, [])
            }
            // It will not change again.
            if shown.isFinished { return (true, []) }
            return (true, state.dependents.add(dependent))
        }.0
    }

    /// An input has changed: wakes the leaders, which refresh.
    func upstreamChanged() {
        let leaders = state.withLock { $0.machine.upstreamChanged() }
        for leader in leaders { leader.resume(returning: nil) }
    }
}
