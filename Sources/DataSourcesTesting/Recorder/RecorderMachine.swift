package import DataSources

/// How far a recording is, who waits for it to get further, and who pulls: numbers, nothing else.
///
/// One call at a time **pulls**: it asks for the next update, over and over. All others wait until their **goal** is met.
/// When the one that pulls has what it came for, the call that has waited longest takes over.
///
/// ```
///           called                        met, over, cancelled
/// (nothing) ──────▶ waiting ──────────────────────────────▶ (nothing)
///               │      │ told to pull                            ▲
///               └──────┴──────▶ pulling ─────────────────────────┘ left: the next in line is told to pull
/// ```
package struct RecorderMachine: Sendable {
    /// A call that wants to get somewhere, under the number it was given; later numbers came later.
    package typealias Caller = Int

    /// How far a call wants the recording to get.
    package enum Goal: Hashable, Sendable {
        /// So many updates are recorded, in all.
        case recorded(Int)
        /// Everything up to this commit has been seen, with or without an update.
        case seen(Version)
        /// The sequence has ended, and not by an error.
        case end
    }

    /// What a call that waits is told.
    package enum Reply: Hashable, Sendable {
        /// Its goal is met.
        case met
        /// The sequence is over, and the goal was not met.
        case over
        /// Its task was cancelled.
        case cancelled
        /// It is to pull.
        case pull
    }

    /// The order to tell a call something.
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

    /// How many updates are recorded.
    package private(set) var recorded = 0
    /// How many of them have been returned by calls.
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

    /// Whether the recording is as far as `goal` says.
    package func isMet(_ goal: Goal) -> Bool {
        switch goal {
        case .recorded(let count): recorded >= count
        case .seen(let version): seen.map { $0.epoch == version.epoch && $0 >= version } ?? false
        case .end: isOver && !hasFailed
        }
    }

    // MARK: Calls

    /// Gives a number to a call that is about to wait.
    package mutating func callerAnnounced() -> Caller {
        defer { callersMade += 1 }
        return callersMade
    }

    /// Lets a call wait for its goal, unless it can be told something at once.
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

    /// The task of a call was cancelled; one that does not wait, not yet or no longer, is left alone.
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

    /// What is newer has been looked at, and came to an update or to nothing.
    package mutating func stepTaken(toUpdate isUpdate: Bool, seen: Version?) -> [Wakeup] {
        if isUpdate { recorded += 1 }
        self.seen = seen
        let satisfied = waiters.filter { isMet($0.goal) }
        if !satisfied.isEmpty { waiters = waiters.filter { !isMet($0.goal) } }
        return satisfied.map { Wakeup($0.caller, .met) }
    }

    /// Nothing more will come.
    package mutating func sequenceEnded(byError isError: Bool) -> [Wakeup] {
        isOver = true
        hasFailed = isError
        defer { waiters = [] }
        return waiters.map { Wakeup($0.caller, isMet($0.goal) ? .met : .over) }
    }

    /// The call that pulls does so no more; the next in line takes over.
    package mutating func pullerLeft() -> Wakeup? {
        isPulled = !waiters.isEmpty
        return isPulled ? Wakeup(waiters.removeFirst().caller, .pull) : nil
    }
}
