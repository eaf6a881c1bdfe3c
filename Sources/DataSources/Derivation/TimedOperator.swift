/// An operator whose state also depends on the time.
///
/// As ``SnapshotOperator``, and
///
/// - it is called with the time, and also when nothing has come from upstream but its ``deadline`` has passed;
/// - it is promised that the time never goes back;
/// - it gives the state that belongs to `update.after` and to `now`;
/// - its deadline, after each call, is later than `now`.
///
/// Nothing runs while nobody asks: who asks looks at the clock, and who waits sleeps until the deadline, in its own task.
public protocol TimedOperator<Input, Output, Instant>: ~Copyable, Sendable {
    /// What it follows.
    associatedtype Input: SnapshotProtocol
    /// What it makes of it.
    associatedtype Output: SnapshotProtocol
    /// A time on the clock that it is driven by.
    associatedtype Instant: InstantProtocol

    /// When its state changes next if nothing comes from upstream; `nil` when it does not.
    var deadline: Instant? { get }

    /// Follows an update, if there is one; the state that belongs to where it leads and to `now`.
    mutating func apply(_ update: Update<Input>?, now: Instant) -> Output
}

extension DerivedSource {
    /// Creates a source that follows another one, and the time, through an operator.
    ///
    /// It finishes when the other one has and there is no deadline any more.
    ///
    /// - Parameters:
    ///   - source: What it follows.
    ///   - operation: The operator. A deadline that is not later than the time that it was called with traps.
    ///   - clock: The time.
    @inlinable
    public convenience init<Source: DerivableSource, Operator: TimedOperator & ~Copyable, C: Clock>(
        from source: Source,
        through operation: consuming Operator,
        clock: C
    ) where Operator.Input == Source.Snapshot, Operator.Output == Snapshot, Operator.Instant == C.Instant {
        let box = OperatorBox(operation)
        let timer = ClockTimer(clock: clock)
        let hub = timer.makeHub()
        let time = ErasedUpstream(core: hub, source: hub, empty: Commit(number: 0, snapshot: ValueSnapshot<Int>()))
        self.init(from: [source.upstream.erased, time]) { updates, hub in
            let now = clock.now
            hub.publish(box.operation.apply(DerivedSource.update(0, updates), now: now))
            let deadline = box.operation.deadline
            if let deadline, deadline <= now { preconditionFailure("an operator's deadline has passed at \(now)") }
            timer.set(to: deadline)
        }
    }
}
