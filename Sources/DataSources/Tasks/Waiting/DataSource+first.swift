extension DataSource {
    /// Waits for a state that satisfies a condition: the present one, or the first one from now on.
    ///
    /// ```swift
    /// let full = await staff.first { $0.count >= 10 }
    /// ```
    ///
    /// The condition is checked on the present state and after each update, in the caller's isolation. Commits that come
    /// while it is checked conflate, so a state that did not last can be missed.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - isWanted: The condition.
    /// - Returns: The state; `nil` if the source has finished, or the task is cancelled, before there was one.
    /// - Throws: Any error of the condition.
    @discardableResult
    public func first<Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        where isWanted: (Snapshot) throws(Failure) -> Bool
    ) async throws(Failure) -> Snapshot? {
        let subscription = await subscribe()
        var state = subscription.snapshot
        while try !isWanted(state) {
            guard let update = await subscription.next(isolation: isolation) else { return nil }
            state = update.after
        }
        return state
    }

    /// Waits for a state that satisfies a condition, no longer than some time.
    ///
    /// ```swift
    /// try await staff.first(within: .seconds(5)) { $0.contains(id: erin.id) }
    /// ```
    ///
    /// It works like ``first(isolation:where:)``. When the time has passed, the newest state that has been computed is
    /// checked once more.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait; zero or less checks the present state only, more than 100 years counts as 100
    ///     years.
    ///   - clock: The clock that measures the time.
    ///   - isolation: The caller's actor.
    ///   - isWanted: The condition.
    /// - Returns: The state; `nil` if the source has finished, or the task is cancelled, before there was one.
    /// - Throws: ``TimeoutError`` when the time has passed; any error of the condition.
    @discardableResult
    public func first(
        within timeout: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        isolation: isolated (any Actor)? = #isolation,
        where isWanted: (Snapshot) throws -> Bool
    ) async throws -> Snapshot? {
        let deadline = clock.now.advanced(byBounded: timeout)
        return try await withThrowingTaskGroup(of: WaitEvent<Snapshot>.self) { group in
            // Keeps the body on the actor: without it, Swift 6.3.1 runs it elsewhere.
            _ = isolation
            defer { group.cancelAll() }
            group.addTask { .updated(await subscribe()) }
            group.addTask {
                // A cancelled sleep ends early.
                try? await clock.sleep(until: deadline, tolerance: nil)
                return .timeout
            }
            var (current, states, isLate) = (SnapshotSubscription<Snapshot>?.none, 0, false)
            while let event = try await group.next() {
                switch event {
                case .timeout:
                    // What the other child task returns is still checked.
                    isLate = true
                    group.cancelAll()
                    continue
                case .ended: break
                case .updated(let subscription):
                    current = subscription
                    states += 1
                    if try isWanted(subscription.snapshot) { return subscription.snapshot }
                }
                guard let current, event.isUpdate || isLate, !Task.isCancelled else { return nil }
                if isLate { throw TimeoutError(after: timeout, states, last: String(describing: current.snapshot)) }
                group.addTask { await current.next(isolation: nil) == nil ? .ended : .updated(current) }
            }
            return nil
        }
    }

    /// Waits for a value that satisfies a condition: the present one, or the first one from now on.
    ///
    /// ```swift
    /// await pages.status.firstValue { $0 == .ready }
    /// ```
    ///
    /// It works like ``first(isolation:where:)``.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor.
    ///   - isWanted: The condition.
    /// - Returns: The value; `nil` if the source has finished, or the task is cancelled, before there was one.
    /// - Throws: Any error of the condition.
    @discardableResult
    public func firstValue<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        where isWanted: (Value) throws(Failure) -> Bool
    ) async throws(Failure) -> Value? where Snapshot == ValueSnapshot<Value> {
        try await first(isolation: isolation) { (state) throws(Failure) in
            guard let value = state.value else { return false }
            return try isWanted(value)
        }?.value
    }

    /// Waits for a value that satisfies a condition, no longer than some time.
    ///
    /// It works like ``first(within:clock:isolation:where:)``.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait; zero or less checks the present value only, more than 100 years counts as 100
    ///     years.
    ///   - clock: The clock that measures the time.
    ///   - isolation: The caller's actor.
    ///   - isWanted: The condition.
    /// - Returns: The value; `nil` if the source has finished, or the task is cancelled, before there was one.
    /// - Throws: ``TimeoutError`` when the time has passed; any error of the condition.
    @discardableResult
    public func firstValue<Value>(
        within timeout: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        isolation: isolated (any Actor)? = #isolation,
        where isWanted: (Value) throws -> Bool
    ) async throws -> Value? where Snapshot == ValueSnapshot<Value> {
        try await first(within: timeout, clock: clock, isolation: isolation) { state in
            try state.value.map(isWanted) ?? false
        }?.value
    }
}

/// What a child task of a wait reports.
private enum WaitEvent<Snapshot: SnapshotProtocol>: Sendable {
    /// The subscription has a state that was not checked.
    case updated(SnapshotSubscription<Snapshot>)
    /// The source has finished, or the wait is over.
    case ended
    case timeout

    var isUpdate: Bool { if case .updated = self { true } else { false } }
}
