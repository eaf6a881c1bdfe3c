public import DataSources
public import DataSourcesViews

/// Keeps the newest value of a source of one value, for a part of the window that is drawn from it.
public final class ValueDisplay<Value: Equatable & Sendable>: ListDisplay {
    /// A value.
    public typealias Snapshot = ValueSnapshot<Value>
    /// It takes whole updates.
    public typealias Batch = Update<Snapshot>

    /// The newest value; `nil` before there is one.
    public private(set) var value: Value?
    /// Is called when there is another value.
    public var onChange: () -> Void = {}
    /// Is called with each update that was shown.
    public var onUpdate: (Update<Snapshot>) -> Void = { _ in }
    /// The time between two frames: it is told at most one update in it.
    public var frameTime = Duration.microseconds(16_667)

    /// Creates a display that has no value yet.
    public init() {}

    /// Whole updates.
    public var batching: Batching<Snapshot, Update<Snapshot>> { .whole }

    /// Shows a value.
    public func reset(to snapshot: Snapshot) {
        value = snapshot.value
        onChange()
    }

    /// Shows the value after an update.
    public func apply(_ batch: Update<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) {
        reset(to: snapshot)
        onUpdate(batch)
    }

    /// Waits for the next frame.
    public func nextFrame() async {
        // A cancelled sleep ends early.
        try? await Task.sleep(for: frameTime)
    }
}
