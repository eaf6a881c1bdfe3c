import DataSources

/// The state of a presentation: what is shown, what should be shown, and which plans lead from the one to the other.
///
/// It knows no task and no display. Its inputs are in the past tense. A plan is made elsewhere, for the
/// ``PlanningBasis`` of one moment; it may be shown as long as that is still the basis.
///
/// ```
/// shown ──── plan: frame, frame, … ────▶ received, with the edits that the source has not confirmed
///   ▲ batchShown                              ▲ stateReceived, editProposed, editEnded
/// ```
struct PresentationMachine<Snapshot: SnapshotProtocol> {
    /// The state on the screen.
    private(set) var shown: Snapshot
    /// The version of the last state of the source that was shown completely.
    private(set) var version: Version?
    /// The newest state of the source.
    private(set) var received: Snapshot
    /// The display that is attached.
    private(set) var attachment: Int?
    /// Whether `shown` may differ from what should be shown.
    private(set) var isDirty = false
    /// Whether the display has been told an update since its frame began.
    private(set) var isFrameUsed = false
    /// The number of calls of displays that have not returned; calls can be nested.
    private var calls = 0
    /// The edits that are shown and that the source has not confirmed.
    private(set) var edits: [PresentedEdit<Snapshot>] = []
    /// The state that observers know; `nil` without observers.
    private(set) var observed: Snapshot?

    private var attachmentsMade = 0
    private var editsMade = 0
    /// Grows with every change that makes plans obsolete.
    private var revision = 0

    init(_ snapshot: Snapshot) {
        shown = snapshot
        received = snapshot
        version = snapshot.version
    }

    /// Whether a display is being called at the moment.
    var isTelling: Bool { calls > 0 }

    /// What a plan made now starts from.
    var basis: PlanningBasis<Snapshot> {
        PlanningBasis(revision: revision, attachment: attachment, shown: shown, observed: observed, edits: edits)
    }

    /// Whether a plan still leads from what is shown to what should be shown.
    func accepts(_ plan: PresentationPlan<Snapshot>) -> Bool { plan.revision == revision }

    // MARK: Displays

    /// A display has been attached and will be reset to ``shown``; returns its number.
    mutating func displayAttached() -> Int {
        attachmentsMade += 1
        attachment = attachmentsMade
        isFrameUsed = false
        becomeObsolete()
        return attachmentsMade
    }

    mutating func displayDetached() {
        attachment = nil
        isFrameUsed = false
        becomeObsolete()
    }

    /// There are more or fewer observers; plans for others become obsolete.
    mutating func observersChanged(to count: Int) {
        if count == 0 { observed = nil } else if observed == nil { observed = shown }
        revision += 1
    }

    // MARK: The source

    /// The source has shown a state.
    ///
    /// - Parameters:
    ///   - state: The state; one older than what was received before is ignored, since a confirmed edit can be faster
    ///     than the subscription.
    ///   - plan: A plan that leads there, made for an earlier basis.
    /// - Returns: The plan, if it still leads from what is shown to what should be shown.
    mutating func stateReceived(
        _ state: Snapshot, with plan: PresentationPlan<Snapshot>? = nil
    ) -> PresentationPlan<Snapshot>? {
        if let new = state.version, let old = received.version, new.epoch == old.epoch, new.number < old.number {
            return nil
        }
        let fits = plan?.revision == revision
        received = state
        becomeObsolete()
        guard fits, var plan else { return nil }
        plan.revision = revision
        return plan
    }

    // MARK: Edits

    /// An edit is to be shown before the source has made it.
    mutating func editProposed(_ make: @escaping @Sendable (Snapshot) -> Snapshot?) -> PresentedEdit<Snapshot> {
        editsMade += 1
        let edit = PresentedEdit(number: editsMade, life: EditLife(), make: make)
        edits.append(edit)
        becomeObsolete()
        return edit
    }

    /// The display has made an edit by itself and shows `snapshot`.
    mutating func editShown(_ snapshot: Snapshot, _ make: @escaping @Sendable (Snapshot) -> Snapshot?) -> PresentedEdit<
        Snapshot
    > {
        shown = snapshot
        return editProposed(make)
    }

    /// The source has made an edit, or has refused to; returns `false` if it had ended before.
    mutating func editEnded(_ number: Int) -> Bool {
        guard let index = edits.firstIndex(where: { $0.number == number }) else { return false }
        edits.remove(at: index)
        becomeObsolete()
        return true
    }

    // MARK: Showing

    /// A display is about to be called.
    mutating func callBegan() { calls += 1 }

    /// The call of a display has returned.
    mutating func callEnded() { calls -= 1 }

    /// A display has shown a batch of a plan; other plans become obsolete.
    ///
    /// - Returns: Whether the display is still attached. If it is not, its successor has been reset to what was shown
    ///   before.
    mutating func batchShown(
        _ snapshot: Snapshot, by display: Int, of plan: inout PresentationPlan<Snapshot>
    ) -> Bool {
        guard attachment == display else { return false }
        let isCurrent = accepts(plan)
        shown = snapshot
        isFrameUsed = true
        revision += 1
        if isCurrent { plan.revision = revision }
        return true
    }

    /// The next frame of the display has begun.
    mutating func frameBegan() { isFrameUsed = false }

    /// A plan has been shown to its end.
    ///
    /// - Returns: Whether it was still accepted; only then it counts.
    mutating func planShown(_ plan: PresentationPlan<Snapshot>) -> Bool {
        guard accepts(plan) else { return false }
        shown = plan.target
        if !edits.isEmpty { edits.removeAll { $0.life.isOver } }
        if observed != nil { observed = plan.target }
        if edits.isEmpty { version = received.version }
        isDirty = false
        revision += 1
        return true
    }

    private mutating func becomeObsolete() {
        revision += 1
        isDirty = true
    }
}
