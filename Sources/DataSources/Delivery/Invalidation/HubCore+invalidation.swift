internal import Synchronization

/// How a change upstream wakes the subscribers of a derived hub, without being lost and without being looked for twice.
///
/// A derived hub computes nothing on its own: its subscribers do, when they ask. So a change upstream has to wake those
/// that wait. Two parties take these steps, each under the lock that is named:
///
/// | An origin that commits | A subscriber that is about to wait |
/// |---|---|
/// | 1. marks all that is derived from it as changed (each ``Invalidation``) | 1. registers the hub to be told (``Invalidation/listen(_:)``) |
/// | 2. publishes the commit (the origin's hub) | 2. reads the hub's count of invalidations (the hub) |
/// | 3. adds 1 to that count in each derived hub that listens, and wakes a leader (the hub) | 3. looks whether an input has changed (``Invalidation``) |
/// | | 4. parks, unless the count is another one now (the hub) |
///
/// If step 1 of the commit comes before step 3 of the subscriber, the subscriber sees the change and does not wait; it
/// waits for the commit instead, which has been announced and not made. If it comes after, the commit finds the hub
/// registered, and its step 3 either finds the subscriber parked and wakes it, or makes the count another one, and the
/// subscriber does not park.
extension HubCore {
    /// How often an input has changed, or what it is derived from.
    var invalidations: Int { state.withLock { $0.machine.invalidations } }

    /// A call is about to wait at the hub; ``endWait()`` is to be called when it no longer does.
    ///
    /// - Returns: The number of invalidations, to park with; `nil` when there is something to refresh instead. Of a hub
    ///   that is not derived it is 0.
    @inline(__always)
    func beginWait() -> Int? {
        guard let feed else { return 0 }
        return beginWait(feed)
    }

    @inline(never)
    private func beginWait(_ feed: HubFeed) -> Int? {
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

    /// Tells what is derived from a locked hub that the hub is about to change, before the change takes its stamp.
    ///
    /// So whoever reads the hub at the cut of the change, or later, has been told before.
    ///
    /// - Returns: Those whose waiting subscribers are to be told once the lock is open.
    func tellDependents(_ state: inout State) -> [Invalidation] {
        if state.dependents.isEmpty { return [] }
        return Invalidation.inputsChanged(state.dependents.takeAll())
    }

    /// Has a derived hub told once when this hub changes; `false` when it shows something else than `shown` already, or
    /// is to.
    func add(_ dependent: Invalidation.Dependent, ifShowing shown: Shown) -> Bool {
        if let feed { return feed.invalidation.add(dependent, ifShowing: shown) }
        // Those that nobody needs any more go once the lock is open.
        return state.withLock { state -> (Bool, [Invalidation.Dependent]) in
            guard shown.commit === state.newest, shown.isFinished == state.machine.isFinished else {
                return (false, [])
            }
            // Nothing comes from it any more.
            if shown.isFinished { return (true, []) }
            return (true, state.dependents.add(dependent))
        }.0
    }

    /// Something upstream has changed: some of those that wait are woken, and look.
    func upstreamChanged() {
        let leaders = state.withLock { $0.machine.upstreamChanged() }
        for leader in leaders { leader.resume(returning: nil) }
    }
}
