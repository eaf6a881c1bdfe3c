package import DataSources

/// The progress of a recording, its waiting calls, and the call that pulls; contains numbers only.
///
/// One call at a time **pulls**: it asks for updates repeatedly. All others wait until their **goal** is met. When the
/// pulling call has met its own goal, the call that has waited longest takes over.
///
/// ```
///           called                        met, over, cancelled
/// (nothing) ──────▶ waiting ──────────────────────────────▶ (nothing)
///               │      │ told to pull                            ▲
///               └──────┴──────▶ pulling ─────────────────────────┘ left: the next in line is told to pull
/// ```
package struct RecorderMachine: Sendable {
    /// The number of a call; later calls have greater numbers.
    package typealias Caller = Int

    /// The goal of a call.
    package enum Goal: Hashable, Sendable {
        /// This many updates are recorded, in total.
        case recorded(Int)
        /// Everything up to this commit has been seen, with or without an update.
        case seen(Version)
        /// The sequence has ended without an error.
        case end
    }

    /// The reply to a waiting call.
    package enum Reply: Hashable, Sendable {
        /// Its goal is met.
        case met
        /// The sequence is over, and the goal was not met.
        case over
        /// Its task was cancelled.
        case cancelled
        /// The call must pull.
        case pull
    }

    /// An order to send a reply to a call.
    package struct Wakeup: Hashable, Sendable {
        package let caller: Caller
        package let reply: Reply

        package init(_ caller: Caller, _ reply: Reply) {
            self.caller = caller
            self.reply = reply
        }
    }

    private struct Waiter {
        let caller: Caller
        let goal: Goal
    }

    /// The number of recorded updates.
    package private(set) var recorded = 0
    /// The number of updates returned by calls.
    package private(set) var taken = 0
    /// The commit up to which everything has been seen.
    package private(set) var seen: Version?
    /// Whether the sequence is over.
    package private(set) var isOver = false

    private var hasFailed = false
    private var isPulled = false
    private var waiters: [Waiter] = []
    private var callersMade = 0

    package init(seen: Version?) {
        self.seen = seen
    }

    /// Whether the recording has reached `goal`.
    package func isMet(_ goal: Goal) -> Bool {
        switch goal {
        case .recorded(let count): recorded >= count
        case .seen(let version): seen.map { $0.epoch == version.epoch && $0 >= version } ?? false
        case .end: isOver && !hasFailed
        }
    }

    // MARK: Calls

    /// Assigns a number to a call that is about to wait.
    package mutating func callerAnnounced() -> Caller {
        defer { callersMade += 1 }
        return callersMade
    }

    /// Makes a call wait for its goal, unless there is a reply at once.
    package mutating func callerArrived(_ caller: Caller, for goal: Goal, isCancelled: Bool) -> Wakeup? {
        if isMet(goal) { return Wakeup(caller, .met) }
        if isOver { return Wakeup(caller, .over) }
        if isCancelled { return Wakeup(caller, .cancelled) }
        guard isPulled else {
            isPulled = true
            return Wakeup(caller, .pull)
        }
        waiters.append(Waiter(caller: caller, goal: goal))
        return nil
    }

    /// The task of a call was cancelled; has no effect on a call that is not waiting.
    package mutating func callerCancelled(_ caller: Caller) -> Wakeup? {
        guard let place = waiters.firstIndex(where: { $0.caller == caller }) else { return nil }
        waiters.remove(at: place)
        return Wakeup(caller, .cancelled)
    }

    /// Calls have returned the first `count` updates.
    package mutating func updatesTaken(_ count: Int) {
        taken = max(taken, min(count, recorded))
    }

    // MARK: The call that pulls

    /// The pulling call has taken a step, with or without an update.
    package mutating func stepTaken(toUpdate isUpdate: Bool, seen: Version?) -> [Wakeup] {
        if isUpdate { recorded += 1 }
        self.seen = seen
        let satisfied = waiters.filter { isMet($0.goal) }
        if !satisfied.isEmpty { waiters = waiters.filter { !isMet($0.goal) } }
        return satisfied.map { Wakeup($0.caller, .met) }
    }

    /// The sequence has ended.
    package mutating func sequenceEnded(byError isError: Bool) -> [Wakeup] {
        isOver = true
        hasFailed = isError
        defer { waiters = [] }
        return waiters.map { Wakeup($0.caller, isMet($0.goal) ? .met : .over) }
    }

    /// The pulling call has stopped; the next in line takes over.
    package mutating func pullerLeft() -> Wakeup? {
        isPulled = !waiters.isEmpty
        return isPulled ? Wakeup(waiters.removeFirst().caller, .pull) : nil
    }
}
