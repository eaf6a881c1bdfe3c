import DataSources

/// A display that is attached, without its type.
class Attachment<Snapshot: SnapshotProtocol> {
    let number: Int

    init(_ number: Int) {
        self.number = number
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

    init(_ display: Display, _ number: Int) {
        self.display = display
        super.init(number)
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
            guard let display else { return }
            display.reset(to: frame.snapshot)
            _ = shown(frame.snapshot)
        case .batches(let batches):
            guard let batches = batches as? [Batching<Display.Snapshot, Display.Batch>.Planned] else { return }
            for planned in batches {
                guard let display else { return }
                try display.apply(planned.batch, to: planned.snapshot, animation: animation)
                guard shown(planned.snapshot) else { return }
            }
        }
    }

    override func nextFrame() async {
        await display?.nextFrame()
    }
}
