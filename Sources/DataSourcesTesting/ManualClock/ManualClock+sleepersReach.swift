import DataSources

extension ManualClock {
    /// Waits until at least `count` tasks are asleep on this clock; returns at once if they are.
    ///
    /// It does not poll: the task that completes the number wakes the caller. When this returns the number was reached;
    /// sleepers may have been woken or cancelled since. It also returns as soon as the calling task is cancelled.
    ///
    /// - Parameter count: The number of sleepers to wait for.
    public func sleepersReach(_ count: Int) async {
        let wait = Simulation.current?.waitBegan { [self] in
            "\(count) tasks to be asleep on a ManualClock, where \(sleepers) are"
        }
        _ = await self.wait(until: .sleepers(count))
        wait?.ended()
    }
}
