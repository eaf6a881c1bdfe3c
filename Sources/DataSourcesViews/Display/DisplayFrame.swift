import DataSources

/// What a display is told in one frame.
struct DisplayFrame<Snapshot: SnapshotProtocol>: Sendable {
    enum Work: Sendable {
        case reset
        /// An array of ``Batching/Planned`` of the display's batches.
        case batches(any Sendable)
    }

    let work: Work
    /// The state after the frame.
    let snapshot: Snapshot
}

/// Turns updates into frames, off the display's actor.
struct DisplayPlanner<Snapshot: SnapshotProtocol>: Sendable {
    /// The attachment that it plans for.
    let attachment: Int
    let resets: ResetPolicy<Snapshot>
    /// The number of items handed over per frame when everything is shown anew; `nil` for all at once.
    let itemsPerFrame: Int?
    let batches: @Sendable (Update<Snapshot>) -> any Sendable

    /// The frames of an update, at least one; the last one leads to its end.
    func frames(of update: Update<Snapshot>) -> [DisplayFrame<Snapshot>] {
        let isReset = resets.resets(update)
        guard isReset || update.before.itemCount == 0 else { return [frame(of: update)] }
        let parts = parts(of: update.after)
        guard let first = parts.first else {
            return [isReset ? DisplayFrame(work: .reset, snapshot: update.after) : frame(of: update)]
        }
        var frames: [DisplayFrame<Snapshot>] = []
        frames.reserveCapacity(parts.count + 1)
        if isReset {
            frames.append(DisplayFrame(work: .reset, snapshot: first))
        } else if let beginning = Update(from: update.before, to: first) {
            frames.append(frame(of: beginning))
        }
        var last = first
        for part in parts.dropFirst() + [update.after] {
            guard let next = Update(from: last, to: part) else { continue }
            frames.append(frame(of: next))
            last = part
        }
        return frames
    }

    private func frame(of update: Update<Snapshot>) -> DisplayFrame<Snapshot> {
        DisplayFrame(work: .batches(batches(update)), snapshot: update.after)
    }

    /// Beginnings of `snapshot`, each longer than the one before by ``itemsPerFrame``; none if it fits in a frame.
    private func parts(of snapshot: Snapshot) -> [Snapshot] {
        guard let itemsPerFrame, snapshot.itemCount > itemsPerFrame else { return [] }
        guard let snapshot = snapshot as? any DivisibleSnapshot else { return [] }
        return snapshot.beginnings(every: itemsPerFrame) as? [Snapshot] ?? []
    }
}
