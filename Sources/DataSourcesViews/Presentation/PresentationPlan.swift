import DataSources

/// How to bring what is shown to what should be shown; made off the presentation's actor.
///
/// Two words: generic structs are expensive to copy, and a plan passes through many hands.
struct PresentationPlan<Snapshot: SnapshotProtocol>: Sendable {
    /// The revision of the basis; see ``PresentationMachine``.
    var revision: Int
    /// The rest; it is released off the presentation's actor.
    let content: PlanContent<Snapshot>

    /// The state of the source.
    var received: Snapshot { content.received }
    /// The state that is shown afterwards.
    var target: Snapshot { content.target }
    /// What the display is told; `nil` if nothing, or if there is none.
    var frames: DisplayFrames<Snapshot>? { content.frames }
    /// The first of the frames.
    var first: DisplayFrame<Snapshot>? { content.first }
    /// What observers are told, with what each of them has prepared; `nil` if nothing.
    var observed: (update: Update<Snapshot>, prepared: [any Sendable])? { content.observed }

    /// Plans how to show `received`.
    ///
    /// - Parameters:
    ///   - received: The newest state of the source.
    ///   - update: The update that leads there, if the source has delivered it.
    ///   - context: What to start from, and for whom to plan.
    init(_ received: Snapshot, by update: Update<Snapshot>?, _ context: PlanningContext<Snapshot>.Content) {
        revision = context.basis.revision
        content = PlanContent(received, by: update, context)
    }
}
