public import DataSources

/// What shows a list on a screen, as an adapter of a toolkit implements it: it takes a whole state, and batches.
///
/// A ``Presentation`` calls it, on the actor that both live on, and tells it only what it can show as it is: every batch
/// starts at the state that the display shows.
///
/// ```swift
/// @MainActor final class TableDisplay: @MainActor ListDisplay {
///     private(set) var shown = ListSnapshot<Employee>()
///
///     func reset(to snapshot: ListSnapshot<Employee>) {
///         shown = snapshot
///         table.reloadData()
///     }
///     func apply(_ stage: Update<ListSnapshot<Employee>>, to snapshot: ListSnapshot<Employee>, animation: AnimationHint?) {
///         table.performBatchUpdates { shown = snapshot; … }
///     }
/// }
/// ```
///
/// The second `@MainActor` says that only the main actor uses the class as a display; with the upcoming feature
/// `InferIsolatedConformances`, which new app projects have, it can be left out.
///
/// The display keeps the snapshot that it shows and reads counts and rows from it alone. So it never sees a count of
/// another state, whatever the source does meanwhile.
///
/// A display may call the presentation or the source from any of these methods. If it detaches itself, or attaches
/// another display, what is left of the update goes to nobody.
public protocol ListDisplay<Snapshot>: AnyObject {
    /// The kind of state it shows.
    associatedtype Snapshot: SnapshotProtocol
    /// What it takes at a time: a stage of an update by default.
    associatedtype Batch: Sendable = Update<Snapshot>

    /// How updates are split into batches; read when the display is attached.
    var batching: Batching<Snapshot, Batch> { get }

    /// Shows `snapshot` instead of everything shown so far, without animation.
    func reset(to snapshot: Snapshot)

    /// Shows a batch.
    ///
    /// - Parameters:
    ///   - batch: What changes.
    ///   - snapshot: The state after the batch. It can be one that no source has committed, between two stages.
    ///   - animation: What the transaction asks for, see ``AnimationHint``; `nil` for the display's usual animation.
    /// - Throws: Any error: then the display is reset to the state that the update leads to.
    func apply(_ batch: Batch, to snapshot: Snapshot, animation: AnimationHint?) throws

    /// Returns when the display may be told the next update: usually when its next frame begins.
    ///
    /// It returns early if the task is cancelled or the display is not on the screen. By default it waits for a sixtieth
    /// of a second.
    ///
    /// If it never returns, the display is told nothing more, and ``Presentation/run()`` goes on as soon as its task is
    /// cancelled, the display is detached or another one is attached. That needs an actor: a presentation that lives on
    /// none waits until the method returns. The call that has not returned retains the display.
    func nextFrame() async
}

extension ListDisplay where Batch == Update<Snapshot> {
    /// Stages, each of which a view with UIKit's rules accepts.
    public var batching: Batching<Snapshot, Update<Snapshot>> { .stages }
}

extension ListDisplay {
    /// Waits for a sixtieth of a second.
    public func nextFrame() async {
        // A cancelled sleep ends early.
        try? await ContinuousClock().sleep(for: .microseconds(16_667))
    }
}
