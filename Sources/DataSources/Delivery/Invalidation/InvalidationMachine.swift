/// Which inputs of a derived hub have changed since it followed them, who works on that, and what is derived from it.
///
/// Inputs have **slots**: their places, or of a switch 0 for the selection and 1 for what is chosen.
///
/// ```
///                inputChanged              workRequested                    workEnded
/// (up to date) ───────────────▶ (changed) ──────────────▶ (being worked on) ─────────▶ up to date, or changed again
///                                   ▲                            │
///                                   └──────── workStopped ───────┘
/// ```
///
/// Only while it is up to date it has dependents. They are handed out with the first change, and come again when they
/// have followed. So a change costs what is up to date below it, and what nobody asks is told once.
///
/// The machine knows no task, lock or hub; what is derived from it is of whatever type the shell says.
package struct InvalidationMachine<Dependent> {
    /// What a request to work comes to.
    package enum Request: Equatable {
        /// The hub is at that cut or beyond, or nothing has changed.
        case done
        /// Somebody else works.
        case busy
        /// Work, on the inputs in these slots.
        case work([Int])
    }

    /// The cut up to which the hub has followed; 0 before the first time.
    package private(set) var cut: UInt64 = 0
    package private(set) var isBeingWorkedOn = false
    /// The slots of the inputs that have changed, in the order in which that became known.
    package private(set) var changed: [Int]
    /// By slot, whether it is among those.
    private var isChanged: [Bool]
    /// How often a switch has chosen; it makes the edges to what it chose before tell nothing.
    package private(set) var choices = 0
    private let isSwitch: Bool
    private var isGone = false
    /// What the hub shows while it is up to date: the number of the commit, and whether that is the last.
    private var shown: (number: UInt64, isFinished: Bool) = (0, false)
    package private(set) var dependents = DependentList<Dependent>()

    /// Creates what a hub begins with that has followed nothing.
    package init(inputCount: Int, isSwitch: Bool = false) {
        self.isSwitch = isSwitch
        changed = Array(0..<inputCount)
        isChanged = Array(repeating: true, count: inputCount)
    }

    /// Whether all that has changed has been followed.
    package var isUpToDate: Bool { changed.isEmpty && !isBeingWorkedOn }

    /// Whether what the hub shows at a cut needs no work.
    package func isDone(at cut: UInt64) -> Bool { self.cut >= cut || isUpToDate }

    /// The input with this edge changed, or is about to.
    ///
    /// Returns the dependents to notify; `nil` if the hub was not up to date, since they have been notified already.
    package mutating func inputChanged(_ edge: Int) -> [Dependent]? {
        guard let slot = slot(of: edge), !isChanged[slot] else { return nil }
        let wasUpToDate = isUpToDate
        isChanged[slot] = true
        changed.append(slot)
        return wasUpToDate ? dependents.takeAll() : nil
    }

    /// Somebody would take the hub to a cut.
    package mutating func workRequested(at cut: UInt64) -> Request {
        if isDone(at: cut) { return .done }
        if isBeingWorkedOn { return .busy }
        isBeingWorkedOn = true
        return .work(changed)
    }

    /// A switch that is being worked on chose another input; the edge that tells of that one's changes.
    package mutating func chose() -> Int {
        choices += 1
        if !isChanged[1] {
            isChanged[1] = true
            changed.append(1)
        }
        return choices
    }

    /// The work stopped before the hub followed anything.
    package mutating func workStopped() {
        isBeingWorkedOn = false
    }

    /// The hub has followed the first `count` of the inputs that have changed, and begins to be told of their changes.
    package mutating func followed(_ count: Int) {
        for slot in changed.prefix(count) { isChanged[slot] = false }
        if count == changed.count { changed = [] } else { changed.removeFirst(count) }
    }

    /// The hub is at a cut; the inputs in the slots `refused` have changed beyond it already.
    package mutating func workEnded(at cut: UInt64, refused: [Int], showing number: UInt64, isFinished: Bool) {
        for slot in refused where !isChanged[slot] {
            isChanged[slot] = true
            changed.append(slot)
        }
        self.cut = max(self.cut, cut)
        isBeingWorkedOn = false
        shown = (number, isFinished)
    }

    /// Registers a dependent for the hub's next change; `false` when the hub has changed already.
    ///
    /// - Parameters:
    ///   - dependent: The dependent.
    ///   - number: The number of the commit that it has followed.
    ///   - isFinished: Whether it takes that for the last.
    ///   - letGo: Dependents that are dropped; release them without a lock.
    /// - Returns: Whether it will be told.
    package mutating func dependentAdded(
        _ dependent: Dependent, ifShowing number: UInt64, isFinished: Bool, letGo: inout [Dependent]
    ) -> Bool where Dependent: Heeding {
        guard isUpToDate, shown == (number, isFinished) else { return false }
        if !isFinished { letGo = dependents.add(dependent) }
        return true
    }

    /// The hub is gone; what must not go under a lock.
    package mutating func ended() -> [Dependent] {
        isGone = true
        return dependents.takeAll()
    }

    /// The edge of the input in a slot.
    package func edge(of slot: Int) -> Int { isSwitch && slot == 1 ? choices : slot }

    /// The slot of an edge; `nil` for what was chosen once, and for all once the hub is gone.
    private func slot(of edge: Int) -> Int? {
        if isGone { return nil }
        if !isSwitch || edge == 0 { return edge }
        return edge == choices ? 1 : nil
    }
}

extension InvalidationMachine: Sendable where Dependent: Sendable {}
