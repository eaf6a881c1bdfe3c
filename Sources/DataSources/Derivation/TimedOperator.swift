/// An operator whose state also depends on the time.
///
/// It is like ``SnapshotOperator``, with these differences:
///
/// - It receives the time, and is also called without an update when its ``deadline`` has passed.
/// - The time never goes back.
/// - Its state depends only on `update.after` and `now`. If it also depends on the times of earlier calls, its source's
///   state depends on when consumers asked: a change counts from when it was first seen.
/// - After each call, its deadline is later than `now`.
///
/// No timer runs without demand. A refresh reads the clock, and timed work runs in the consumer's task, which sleeps
/// until the deadline while it waits.
public protocol TimedOperator<Input, Output, Instant>: ~Copyable, Sendable {
    /// The kind of state it follows.
    associatedtype Input: SnapshotProtocol
    /// The kind of state it produces.
    associatedtype Output: SnapshotProtocol
    /// A time on the clock that drives it.
    associatedtype Instant: InstantProtocol

    /// When its state changes next without a change upstream; `nil` if it does not.
    var deadline: Instant? { get }

    /// Applies an update, if any, and returns the state that belongs to its end and to `now`.
    mutating func apply(_ update: Update<Input>?, now: Instant) -> Output
}

extension DerivedSource {
    /// Creates a source that applies a timed operator to another source.
    ///
    /// It finishes when the other source has finished and no deadline is set.
    ///
    /// - Parameters:
    ///   - source: The source to follow.
    ///   - operation: The operator. A deadline that is not later than the time of the call traps.
    ///   - clock: The clock that provides the time.
    @inlinable
    public convenience init<Source: DerivableSource, Operator: TimedOperator & ~Copyable, C: Clock>(
        from source: Source,
        through operation: consuming Operator,
        clock: C
    ) where Operator.Input == Source.Snapshot, Operator.Output == Snapshot, Operator.Instant == C.Instant {
        self.init(from: source, timed: operation, clock: clock) { deadline, now in
            if deadline <= now { preconditionFailure("an operator's deadline has passed at \(now)") }
        }
    }

    /// Creates a source as the other initializer does.
    ///
    /// - Parameters:
    ///   - source: The source to follow.
    ///   - operation: The operator.
    ///   - clock: The clock that provides the time.
    ///   - check: Receives each deadline and the time at which the operator set it.
    @inlinable
    convenience init<Source: DerivableSource, Operator: TimedOperator & ~Copyable, C: Clock>(
        from source: Source,
        timed operation: consuming Operator,
        clock: C,
        _ check: @escaping @Sendable (_ deadline: C.Instant, _ now: C.Instant) -> Void = { _, _ in }
    ) where Operator.Input == Source.Snapshot, Operator.Output == Snapshot, Operator.Instant == C.Instant {
        let box = OperatorBox(operation)
        let timer = ClockTimer(clock: clock)
        let hub = timer.makeHub()
        let time = ErasedUpstream(core: hub, source: hub, empty: Commit(number: 0, snapshot: ValueSnapshot<Int>()))
        self.init(from: [source.upstream.erased, time]) { updates, last, version in
            let now = clock.now
            let output = box.operation.apply(DerivedSource.update(0, updates), now: now)
            let deadline = box.operation.deadline
            if let deadline { check(deadline, now) }
            timer.set(to: deadline)
            return Commit.next(of: output, after: last, as: version)
        }
    }
}
