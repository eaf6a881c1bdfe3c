import DataSources

/// A display that is attached, without its type.
class Attachment<Snapshot: SnapshotProtocol> {
    let planner: DisplayPlanner<Snapshot>

    init(_ planner: DisplayPlanner<Snapshot>) {
        self.planner = planner
    }

    /// Whether the display still exists.
    var isAlive: Bool { false }

    func reset(to snapshot: Snapshot) {}

    /// Tells the display a frame; `shown` is called after each batch, and returns whether to go on.
    func show(
        _ frame: DisplayFrame<Snapshot>, animation: AnimationHint?, _ shown: (Snapshot) -> Bool
    ) throws {}

    func nextFrame() async {}
}

final class DisplayAttachment<Display: ListDisplay>: Attachment<Display.Snapshot> {
    private weak var display: Display?

    init(_ display: Display, _ planner: DisplayPlanner<Display.Snapshot>) {
        self.display = display
        super.init(planner)
    }

    override var isAlive: Bool { display != nil }

    override func reset(to snapshot: Display.Snapshot) {
        display?.reset(to: snapshot)
    }

    override func show(
        _ frame: DisplayFrame<Display.Snapshot>, animation: AnimationHint?, _ shown: (Display.Snapshot) -> Bool
    ) throws {
        switch frame.work {
        case .reset:
            display?.reset(to: frame.snapshot)
            _ = shown(frame.snapshot)
        case .batches(let batches):
            guard let batches = batches as? [Batching<Display.Snapshot, Display.Batch>.Planned] else { return }
            for planned in batches {
                try display?.apply(planned.batch, to: planned.snapshot, animation: animation)
                guard shown(planned.snapshot) else { return }
            }
        }
    }

    override func nextFrame() async {
        await display?.nextFrame()
    }
}
