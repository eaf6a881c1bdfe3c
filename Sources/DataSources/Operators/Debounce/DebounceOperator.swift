/// Shows a state once nothing has changed for some time; see ``DerivableSource/debounced(for:maximum:clock:)``.
@usableFromInline
struct DebounceOperator<Snapshot: SnapshotProtocol, Instant: InstantProtocol>: TimedOperator {
    /// A state that is not shown yet.
    @usableFromInline
    struct Pending: Sendable {
        @usableFromInline var state: Snapshot
        /// When it is shown even if something changes.
        @usableFromInline let limit: Instant?
        /// When it is shown if nothing changes.
        @usableFromInline var deadline: Instant

        @inlinable
        init(_ state: Snapshot, limit: Instant?, deadline: Instant) {
            (self.state, self.limit, self.deadline) = (state, limit, deadline)
        }
    }

    @usableFromInline let interval: Instant.Duration
    @usableFromInline let maximum: Instant.Duration?
    /// What it shows; `nil` before the first state.
    @usableFromInline var shown: Snapshot?
    @usableFromInline var pending: Pending?

    @inlinable
    init(interval: Instant.Duration, maximum: Instant.Duration?) {
        (self.interval, self.maximum) = (interval, maximum)
    }

    @inlinable var deadline: Instant? { pending?.deadline }

    @inlinable
    mutating func apply(_ update: Update<Snapshot>?, now: Instant) -> Snapshot {
        guard var state = shown else {
            let first = update?.after ?? Snapshot()
            shown = first
            return first
        }
        showIfDue(now, &state)
        if let update {
            let limit = pending == nil ? maximum.map { now.advanced(byBounded: $0) } : pending?.limit
            let quiet = now.advanced(byBounded: interval)
            pending = Pending(update.after, limit: limit, deadline: limit.map { min($0, quiet) } ?? quiet)
            showIfDue(now, &state)
        }
        return state
    }

    @inlinable
    mutating func showIfDue(_ now: Instant, _ state: inout Snapshot) {
        guard let due = pending, due.deadline <= now else { return }
        (state, shown, pending) = (due.state, due.state, nil)
    }
}
