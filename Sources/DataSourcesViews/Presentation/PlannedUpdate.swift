import DataSources

/// An update, and the frames in which a display is told it.
struct PlannedUpdate<Snapshot: SnapshotProtocol>: Sendable {
    let update: Update<Snapshot>
    /// The attachment that the frames are for; `nil` if nobody looks.
    let attachment: Int?
    let frames: [DisplayFrame<Snapshot>]

    init(_ update: Update<Snapshot>, _ planner: DisplayPlanner<Snapshot>?) {
        self.update = update
        attachment = planner?.attachment
        frames = planner?.frames(of: update) ?? []
    }
}
