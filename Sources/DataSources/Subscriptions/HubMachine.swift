/// Who asks a hub, who waits, and what has been published: versions and numbers, nothing else.
///
/// An **ask** is one consumer's request for more, from the moment it is made to the moment it is answered. It either
/// *works* (its task runs) or *waits* (its task is suspended until something is published). A subscriber that does not
/// ask is not in here at all: that is why a commit costs what waits, and a stalled subscriber costs nothing.
///
/// ```
///            began                  parked                    woken: published, finished, cancelled
/// (nothing) ──────▶ working(cursor) ──────▶ waiting(cursor) ──────▶ working ──▶ … ended ──▶ (nothing)
///                        │  ▲
///                        └──┘ advanced: a step came to nothing, the cursor moves on
/// ```
///
/// The machine knows no task, lock, clock or continuation. Inputs are in the past tense; what they return is to be done
/// by the shell, after it has let go of its lock.
package struct HubMachine {
    /// One ask, by the place of its record; places are used again.
    package typealias AskID = Int

    /// What an ask is to do next.
    package enum Next: Equatable {
        /// There is nothing newer: suspend.
        case wait
        /// There is something newer: take the step to it.
        case step
        /// The hub has finished and everything has been given: answer `nil`.
        case end
    }

    private struct Ask {
        var cursor: UInt64
        var isWaiting = false
        /// When it began to wait last.
        var wait = 0
        /// Neighbours in the order in which asks began to wait; -1 for none.
        var previous = -1
        var next = -1
    }

    /// The time that an ask waits once.
    private struct Wait: Equatable {
        let ask: AskID
        let number: Int
    }

    private struct Settlement {
        var id: Int
        var version: UInt64
        /// The number of asks that have not been given this version.
        var lagging: Int
    }

    /// The number of the newest commit.
    package private(set) var committed: UInt64
    /// The number of the newest commit that subscribers may see.
    package private(set) var published: UInt64
    package private(set) var isFinished = false
    package private(set) var suspensions = 0

    private var asks: [Ask] = []
    private var freeAsks: [AskID] = []
    private var firstWaiting = -1
    private var lastWaiting = -1
    private var waitingCount = 0
    private var settlements: [Settlement] = []
    private var settlementsMade = 0
    /// Of a derived hub, who looks upstream.
    private var leaders = Leaders<Wait>()
    private var waitsMade = 0
    /// How often something upstream has changed: whoever is about to wait has to have seen them all.
    package private(set) var rings = 0

    package init(committed: UInt64) {
        self.committed = committed
        published = committed
    }

    // MARK: The source

    /// What a commit calls for.
    package enum Publication: Equatable {
        /// Publishing is suspended: keep the snapshot, it may become the newest later.
        case held
        /// The snapshot is the newest now: these asks are to be woken, in this order.
        case published(wake: [AskID], settled: [Int])
        /// The hub has finished: the snapshot is not to be seen.
        case refused
    }

    package mutating func snapshotCommitted() -> Publication {
        if isFinished { return .refused }
        committed += 1
        if suspensions > 0 { return .held }
        published = committed
        return .published(wake: takeWaiting(), settled: takeSettled())
    }

    package mutating func publishingSuspended() {
        suspensions += 1
    }

    /// Answers `.held` while other suspensions last, or when there was nothing to publish.
    package mutating func publishingResumed() -> Publication {
        if suspensions > 0 { suspensions -= 1 }
        if suspensions > 0 || published == committed { return .held }
        published = committed
        return .published(wake: takeWaiting(), settled: takeSettled())
    }

    /// What was held back is published; then nothing more comes.
    package mutating func sourceFinished() -> Publication {
        if isFinished { return .held }
        isFinished = true
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.forgetsWaitersOnFinish) { return .published(wake: [], settled: takeSettled()) }
        if Mutation.isActive(.dropsWhatIsHeldOnFinish) { committed = published }
        #endif
        published = committed
        return .published(wake: takeWaiting(), settled: takeSettled())
    }

    // MARK: Upstream

    /// Something upstream of a derived hub has changed; the asks to be woken, so that they look.
    ///
    /// One on each executor looks for all: if what it finds makes a difference here it is published, and that wakes the
    /// others.
    package mutating func upstreamChanged() -> [AskID] {
        rings += 1
        let woken = leaders.changed { [asks] in Self.isWaiting($0, asks) }
        for wait in woken { unlink(wait.ask) }
        return woken.map(\.ask)
    }

    /// An ask of a derived hub is about to end; if it was to look upstream and has not, the ask to be woken in its place.
    package mutating func askLeaves(_ id: AskID, as waiter: WaiterClass) -> AskID? {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.losesWhoLooks) { return nil }
        #endif
        let wait = leaders.left(Wait(ask: id, number: asks[id].wait), as: waiter) { [asks] in
            Self.isWaiting($0, asks)
        }
        if let wait { unlink(wait.ask) }
        return wait?.ask
    }

    private static func isWaiting(_ wait: Wait, _ asks: [Ask]) -> Bool {
        asks[wait.ask].isWaiting && asks[wait.ask].wait == wait.number
    }

    // MARK: The subscribers

    /// A consumer that has been given `cursor` asked for more.
    package mutating func askBegan(cursor: UInt64) -> AskID {
        for place in settlements.indices where cursor < settlements[place].version { settlements[place].lagging += 1 }
        if let id = freeAsks.popLast() {
            asks[id] = Ask(cursor: cursor)
            return id
        }
        asks.append(Ask(cursor: cursor))
        return asks.count - 1
    }

    /// What an ask is to do; `wait` only counts once ``askParked(_:)`` has been told, under the same lock.
    package func next(for id: AskID) -> Next {
        if asks[id].cursor < published { return .step }
        return isFinished ? .end : .wait
    }

    /// The task of an ask is suspended; at a derived hub, with the class of the task.
    package mutating func askParked(_ id: AskID, as waiter: WaiterClass? = nil) {
        if let waiter {
            leaders.returned(Wait(ask: id, number: asks[id].wait), as: waiter)
            waitsMade += 1
            asks[id].wait = waitsMade
            leaders.waited(Wait(ask: id, number: waitsMade), as: waiter) { [asks] in Self.isWaiting($0, asks) }
        }
        asks[id].isWaiting = true
        asks[id].previous = lastWaiting
        asks[id].next = -1
        if lastWaiting >= 0 { asks[lastWaiting].next = id } else { firstWaiting = id }
        lastWaiting = id
        waitingCount += 1
    }

    /// The task of an ask was cancelled; `true` when it was waiting and is to be woken.
    package mutating func askCancelled(_ id: AskID) -> Bool {
        guard asks[id].isWaiting else { return false }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.forgetsWaitersOnCancel) { return false }
        #endif
        unlink(id)
        return true
    }

    /// A step came to nothing: the consumer is at `cursor` and still asks.
    ///
    /// Returns what is settled by that.
    package mutating func askAdvanced(_ id: AskID, to cursor: UInt64) -> [Int] {
        let old = asks[id].cursor
        asks[id].cursor = cursor
        return settlements.isEmpty ? [] : caughtUp(from: old, to: cursor)
    }

    /// An ask was answered, or given up.
    ///
    /// Returns what is settled by that.
    package mutating func askEnded(_ id: AskID) -> [Int] {
        if asks[id].isWaiting { unlink(id) }
        freeAsks.append(id)
        return settlements.isEmpty ? [] : caughtUp(from: asks[id].cursor, to: .max)
    }

    // MARK: Settlement

    /// Somebody wants to know when every ask has been given `version`; `nil` when that is so already.
    package mutating func settlementRequested(at version: UInt64) -> Int? {
        let free = Set(freeAsks)
        let lagging = asks.indices.count { asks[$0].cursor < version && !free.contains($0) }
        if lagging == 0, published >= version || isFinished { return nil }
        settlementsMade += 1
        settlements.append(Settlement(id: settlementsMade, version: version, lagging: lagging))
        return settlementsMade
    }

    /// Nobody wants to know any more; `true` when it had not been settled.
    package mutating func settlementCancelled(_ id: Int) -> Bool {
        guard let place = settlements.firstIndex(where: { $0.id == id }) else { return false }
        settlements.remove(at: place)
        return true
    }

    /// Whether a settlement is still waited for.
    package func isOpen(_ id: Int) -> Bool {
        settlements.contains { $0.id == id }
    }

    /// The number of asks, working and waiting.
    package var askCount: Int { asks.count - freeAsks.count }

    // MARK: Inside

    private mutating func takeWaiting() -> [AskID] {
        var waiting: [AskID] = []
        waiting.reserveCapacity(waitingCount)
        var id = firstWaiting
        while id >= 0 {
            waiting.append(id)
            let next = asks[id].next
            asks[id].isWaiting = false
            asks[id].previous = -1
            asks[id].next = -1
            id = next
        }
        firstWaiting = -1
        lastWaiting = -1
        leaders.allWoken()
        waitingCount = 0
        return waiting
    }

    private mutating func unlink(_ id: AskID) {
        waitingCount -= 1
        let (previous, next) = (asks[id].previous, asks[id].next)
        if previous >= 0 { asks[previous].next = next } else { firstWaiting = next }
        if next >= 0 { asks[next].previous = previous } else { lastWaiting = previous }
        asks[id].isWaiting = false
        asks[id].previous = -1
        asks[id].next = -1
    }

    private mutating func caughtUp(from old: UInt64, to new: UInt64) -> [Int] {
        for place in settlements.indices where old < settlements[place].version && new >= settlements[place].version {
            settlements[place].lagging -= 1
        }
        return takeSettled()
    }

    private mutating func takeSettled() -> [Int] {
        if settlements.isEmpty { return [] }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.settlesEarly) {
            defer { settlements = [] }
            return settlements.map(\.id)
        }
        #endif
        let done = settlements.filter { $0.lagging == 0 && (published >= $0.version || isFinished) }.map(\.id)
        if !done.isEmpty { settlements.removeAll { done.contains($0.id) } }
        return done
    }
}
