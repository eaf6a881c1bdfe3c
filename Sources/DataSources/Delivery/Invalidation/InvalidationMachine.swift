/// The changed inputs of a derived hub, the work on them, and the hub's dependents.
///
/// Inputs have **slots**, their indices. A hub can also choose any number of inputs; each has a slot beyond those of the
/// fixed inputs, which is never used again.
///
/// ```
///                inputChanged              workRequested                    workEnded
/// (up to date) ───────────────▶ (changed) ──────────────▶ (being worked on) ─────────▶ up to date, or changed again
///                                   ▲                            │
///                                   └──────── workStopped ───────┘
/// ```
///
/// It has dependents only while it is up to date. The first change hands them out, and they register again after they
/// have followed. So a change costs the up-to-date hubs downstream, and a hub without demand is invalidated once.
///
/// The machine knows no task, lock or hub; the shell decides the type of dependents.
package struct InvalidationMachine<Dependent> {
    /// The response to a request for work.
    package enum Request: Equatable {
        /// The hub is at or beyond that cut, or no input has changed.
        case done
        /// Another pass works.
        case busy
        /// Work on the inputs in these slots.
        case work([Int])
    }

    /// The cut up to which the hub has followed its inputs; 0 at first.
    package private(set) var cut: UInt64 = 0
    package private(set) var isBeingWorkedOn = false
    /// The slots of the changed inputs, in the order of their invalidations.
    package private(set) var changed: [Int]
    /// By slot, whether the input has changed.
    private var isChanged: [Bool]
    /// By slot, whether the input has changed, for inputs chosen among many.
    private var isChosenChanged: [Int: Bool] = [:]
    private var isGone = false
    /// What the hub shows while it is up to date: the commit's number, and whether it is the last.
    private var shown: (number: UInt64, isFinished: Bool) = (0, false)
    package private(set) var dependents = DependentList<Dependent>()

    /// Creates the state of a hub that has followed nothing.
    package init(inputCount: Int) {
        changed = Array(0..<inputCount)
        isChanged = Array(repeating: true, count: inputCount)
    }

    /// Whether the hub has followed every change.
    package var isUpToDate: Bool { changed.isEmpty && !isBeingWorkedOn }

    /// Whether the hub needs no work at a cut.
    package func isDone(at cut: UInt64) -> Bool { self.cut >= cut || isUpToDate }

    /// The input in a slot changed, or is about to.
    ///
    /// Returns the dependents to notify; `nil` if the hub was not up to date, since they have been notified already.
    package mutating func inputChanged(_ slot: Int) -> [Dependent]? {
        if isGone { return nil }
        let wasUpToDate = isUpToDate
        guard mark(slot) else { return nil }
        return wasUpToDate ? dependents.takeAll() : nil
    }

    /// A pass requests to take the hub to a cut.
    package mutating func workRequested(at cut: UInt64) -> Request {
        if isDone(at: cut) { return .done }
        if isBeingWorkedOn { return .busy }
        isBeingWorkedOn = true
        return .work(changed)
    }

    /// A hub chose the inputs in the slots `come` during its work, and gave up those in `gone`.
    package mutating func chose(come: [Int], gone: [Int]) {
        for slot in come {
            isChosenChanged[slot] = true
            changed.append(slot)
        }
        var areChanged = false
        for slot in gone where isChosenChanged.removeAndShrink(forKey: slot) == true { areChanged = true }
        if areChanged { changed.removeAll { $0 >= isChanged.count && isChosenChanged[$0] == nil } }
    }

    /// Marks the input in a slot as changed; returns `false` if it was marked, or has been given up.
    private mutating func mark(_ slot: Int) -> Bool {
        if slot < isChanged.count {
            if isChanged[slot] { return false }
            isChanged[slot] = true
        } else {
            guard let place = isChosenChanged.index(forKey: slot), !isChosenChanged.values[place] else { return false }
            isChosenChanged.values[place] = true
        }
        changed.append(slot)
        return true
    }

    /// The work stopped before the hub followed anything.
    package mutating func workStopped() {
        isBeingWorkedOn = false
    }

    /// The hub followed the first `count` changed inputs; it registers with them again.
    package mutating func followed(_ count: Int) {
        for slot in changed.prefix(count) {
            if slot < isChanged.count {
                isChanged[slot] = false
            } else if let place = isChosenChanged.index(forKey: slot) {
                isChosenChanged.values[place] = false
            }
        }
        if count == changed.count { changed = [] } else { changed.removeFirst(count) }
    }

    /// The hub is at `cut`; the inputs in the slots `refused` have already changed beyond it.
    package mutating func workEnded(at cut: UInt64, refused: [Int], showing number: UInt64, isFinished: Bool) {
        for slot in refused { _ = mark(slot) }
        self.cut = max(self.cut, cut)
        isBeingWorkedOn = false
        shown = (number, isFinished)
    }

    /// Registers a dependent for the hub's next change; returns `false` if the hub has already changed.
    ///
    /// - Parameters:
    ///   - dependent: The dependent.
    ///   - number: The number of the commit that it has followed.
    ///   - isFinished: Whether it has followed that commit as the last.
    ///   - released: Dependents that were dropped; release them outside the lock.
    /// - Returns: Whether it is registered.
    package mutating func dependentAdded(
        _ dependent: Dependent, ifShowing number: UInt64, isFinished: Bool, released: inout [Dependent]
    ) -> Bool where Dependent: InvalidationTarget {
        guard isUpToDate, shown == (number, isFinished) else { return false }
        if !isFinished { released = dependents.add(dependent) }
        return true
    }

    /// The hub was released; returns dependents to release outside the lock.
    package mutating func ended() -> [Dependent] {
        isGone = true
        return dependents.takeAll()
    }
}

extension InvalidationMachine: Sendable where Dependent: Sendable {}
