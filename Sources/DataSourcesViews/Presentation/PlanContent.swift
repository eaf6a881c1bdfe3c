import DataSources

/// What a plan consists of.
final class PlanContent<Snapshot: SnapshotProtocol>: Sendable {
    /// The state of the source.
    let received: Snapshot
    /// The state that is shown afterwards.
    let target: Snapshot
    /// What the display is told; `nil` if nothing, or if there is none.
    let frames: DisplayFrames<Snapshot>?
    /// The first of the frames.
    let first: DisplayFrame<Snapshot>?
    /// What observers are told, with what each of them has prepared; `nil` if nothing.
    let observed: (update: Update<Snapshot>, prepared: [any Sendable])?
    /// Keeps the states before alive until the plan is released, off the actor.
    private let kept: (basis: PlanningBasis<Snapshot>, update: Update<Snapshot>?)

    init(_ received: Snapshot, by update: Update<Snapshot>?, _ content: PlanningContext<Snapshot>.Content) {
        let basis = content.basis
        var target = received
        for edit in basis.edits where !edit.life.isOver { target = edit.make(target) ?? target }
        func difference(from before: Snapshot) -> Update<Snapshot>? {
            if let update, before.isIdentical(to: update.before), target.isIdentical(to: update.after) { return update }
            if before.isIdentical(to: target) { return nil }
            // A difference that is computed here has lost the annotation of the transaction.
            return Update(from: before, to: target)
        }
        let shown = difference(from: basis.shown)
        var observation = shown
        if let observed = basis.observed, !observed.isIdentical(to: basis.shown) {
            observation = difference(from: observed)
        }
        self.received = received
        self.target = target
        kept = (basis, update)
        observed =
            basis.observed == nil
            ? nil : observation.map { update in (update, content.preparations.map { $0(update) }) }
        if let shown, let planner = content.planner, planner.attachment == basis.attachment {
            let frames = DisplayFrames(shown, planner, animation: update?.annotation as? AnimationHint)
            (self.frames, first) = (frames, frames.first)
        } else {
            (frames, first) = (nil, nil)
        }
    }
}
