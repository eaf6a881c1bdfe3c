/// Decides when a process that waits for a lease tries to get it.
///
/// A holder's clock is never compared with that of another process: one that waits watches for how long *it* has seen the
/// same entry. It knows no task and no clock.
package struct LeaseMachine: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// What to do after the entry was read.
    package enum Action: Hashable, Sendable {
        /// Read again later.
        case wait
        /// Write an entry in the place of the one with a revision; 0 if there has never been one.
        case take(over: UInt64)
    }

    /// The number of this process in its entries.
    let id: UInt64
    /// The revision that was seen last, and when it was seen first.
    private var seen: (revision: UInt64, since: Instant)?

    package init(id: UInt64) { self.id = id }

    /// The entry was read; the answer came at a time, so the entry is not newer.
    package mutating func entryRead(_ entry: LeaseEntry?, at now: Instant) -> Action {
        guard let entry, let holder = entry.holder else { return .take(over: entry?.revision ?? 0) }
        // Its own: the answer was lost.
        if holder.id == id { return .take(over: entry.revision) }
        guard let seen, seen.revision >= entry.revision else {
            seen = (entry.revision, now)
            return .wait
        }
        // What is older than another entry that was seen says nothing: a replica was behind.
        if seen.revision > entry.revision { return .wait }
        return seen.since.duration(to: now) >= entry.time ? .take(over: entry.revision) : .wait
    }
}

/// Until when a process has a lease.
package struct LeaseTerm: Sendable {
    package typealias Instant = ContinuousClock.Instant

    package let id: UInt64
    package let time: Duration
    /// The revision of the last entry.
    package private(set) var revision: UInt64
    /// When it lapses: counted from when the last renewal was *sent*, so not later than for those who wait.
    package private(set) var end: Instant
    /// When it is to be renewed.
    package private(set) var next: Instant

    package init(id: UInt64, time: Duration, revision: UInt64, sentAt sent: Instant) {
        (self.id, self.time, self.revision) = (id, time, revision)
        (end, next) = (sent + time, sent + time / 3)
    }

    /// A renewal that was sent at a time is in the bucket.
    package mutating func renewed(_ revision: UInt64, sentAt sent: Instant) {
        self = LeaseTerm(id: id, time: time, revision: revision, sentAt: sent)
    }

    /// A renewal has no answer: it is tried again soon.
    package mutating func renewalFailed(at now: Instant) { next = min(end, now + time / 10) }

    /// What it means that the bucket has another revision.
    package enum Finding: Hashable, Sendable {
        /// A renewal whose answer was lost got through; or nothing certain: try again.
        case tryAgain
        /// Another process has the lease, or had it; its name.
        case lost(to: String?)
    }

    /// The entry was read, because a renewal was refused.
    package mutating func entryRead(_ entry: LeaseEntry?, at now: Instant) -> Finding {
        // Older than its own: a replica was behind.
        guard let entry, entry.revision >= revision else {
            renewalFailed(at: now)
            return .tryAgain
        }
        guard entry.holder?.id == id else { return .lost(to: entry.holder?.name) }
        if entry.revision > revision { next = now } else { renewalFailed(at: now) }
        revision = entry.revision
        return .tryAgain
    }
}
