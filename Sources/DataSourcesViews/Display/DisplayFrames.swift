import DataSources

/// The frames in which a display is told an update: usually one, more if everything is shown anew in parts.
///
/// Frames are made one by one, off the display's actor, so the first one comes soon however many there are.
struct DisplayFrames<Snapshot: SnapshotProtocol>: Sendable {
    let update: Update<Snapshot>
    let animation: AnimationHint?
    private let planner: DisplayPlanner<Snapshot>
    private let isReset: Bool
    private let isDivided: Bool

    init(_ update: Update<Snapshot>, _ planner: DisplayPlanner<Snapshot>, animation: AnimationHint?) {
        self.update = update
        self.planner = planner
        self.animation = animation
        isReset = planner.resets.resets(update)
        isDivided = (isReset || update.before.itemCount == 0) && planner.divides(update.after)
    }

    /// The number of the attachment that the frames are for.
    var attachment: Int { planner.attachment }

    /// The first frame.
    var first: DisplayFrame<Snapshot> {
        if isDivided, let part = planner.beginning(of: update.after, after: 0) {
            if isReset { return DisplayFrame(work: .reset, snapshot: part, itemsShown: part.itemCount) }
            if let first = frame(from: update.before, to: part, isLast: false) { return first }
        }
        if isReset { return DisplayFrame(work: .reset, snapshot: update.after, itemsShown: nil) }
        return DisplayFrame(work: .batches(planner.batches(update)), snapshot: update.after, itemsShown: nil)
    }

    /// The frame after `frame`; `nil` after the last one.
    func next(after frame: DisplayFrame<Snapshot>) -> DisplayFrame<Snapshot>? {
        guard let shown = frame.itemsShown else { return nil }
        if let part = planner.beginning(of: update.after, after: shown) {
            if let next = self.frame(from: frame.snapshot, to: part, isLast: false) { return next }
        }
        return self.frame(from: frame.snapshot, to: update.after, isLast: true)
    }

    private func frame(from before: Snapshot, to after: Snapshot, isLast: Bool) -> DisplayFrame<Snapshot>? {
        Update(from: before, to: after).map { update in
            let shown = isLast ? nil : after.itemCount
            return DisplayFrame(work: .batches(planner.batches(update)), snapshot: after, itemsShown: shown)
        }
    }
}
