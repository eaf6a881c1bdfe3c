public import DataSources

/// What a screen shows of one source: exactly the state on the screen, and the display that shows it.
///
/// It is bound to no actor: it lives where it is created, usually on the main actor, and so does its display.
///
/// ```swift
/// let screen = Presentation(of: staff)      // screen.snapshot can be shown at once
/// screen.attach(table)                      // resets the table to screen.snapshot
/// await screen.run()                        // follows the source until the task is cancelled or the source finishes
/// ```
///
/// - **At most one update per frame.** After it has been attached, the display is told the net change since its last
///   frame, however many transactions there were.
/// - **Off the actor.** Differences are computed and split into batches elsewhere, and old states are released
///   elsewhere. The actor does the display's own work and assigns a few references.
/// - **Nothing while nobody looks.** Without a display it demands nothing from the source, until that finishes. A display
///   that is attached is reset to ``snapshot`` at once and then told one update.
/// - **Its own counts.** ``snapshot`` changes only together with the display.
///
/// Edits that start on the screen are shown before the source has made them: ``move(_:to:)``, ``remove(_:)``,
/// ``insert(_:at:)``, ``update(_:)``, and ``propose(_:commit:)`` for others. After a drag, which the display shows already,
/// call ``displayMoved(from:to:)``.
///
/// The presentation keeps its source alive, and its display weakly.
public final class Presentation<Snapshot: SnapshotProtocol> {
    /// The state on the screen, or the state that the next display will be reset to.
    ///
    /// Between the stages of one update it can be a state that no source has committed. While a display is being told a
    /// batch, it is the state before the batch.
    public var snapshot: Snapshot { machine.shown }

    /// The version of the last state that was shown completely; `nil` if it has none.
    ///
    /// A large state that is handed over in several frames counts when its last frame has been shown.
    public var version: Version? { machine.version }

    /// The number of times a display has refused a batch, and was reset instead.
    public internal(set) var refusals = 0

    /// The error with which a display has refused a batch last.
    public internal(set) var lastRefusal: (any Error)?

    private var machine: PresentationMachine<Snapshot>
    /// What tasks elsewhere plan for; follows `machine` while ``isPulling``.
    let context: PlanningContext<Snapshot>
    let subscription: SnapshotSubscription<Snapshot>
    /// The end of the source; `nil` for sources that notice it only when they are asked for their state.
    let end: SourceEnd<Snapshot>?
    /// The source's newest state; retains the source.
    let newest: @Sendable () async -> Snapshot
    /// Makes edits in the source; `nil` if nobody has said how.
    ///
    /// It has the type `Editor` of the snapshot.
    let editor: (any Sendable)?
    var attachment: Attachment<Snapshot>?
    private(set) var observers: [PresentationObserver<Snapshot>] = []
    /// Those of `observers`, in the same order.
    private var preparations: [@Sendable (Update<Snapshot>) -> any Sendable] = []
    private var planner: DisplayPlanner<Snapshot>?
    /// Held by the task that follows the source.
    let following = TaskLock()
    /// Held by the task that brings the display to what it should show.
    let working = TaskLock()
    /// The wait for the attached display's next frame; kept if it is given up, so that the next one waits for the same.
    var frameWait: FrameWait?
    let spent = SpentStates()
    /// Whether a task elsewhere waits for an update, and will plan then.
    var isPulling = false
    /// Whether `context` has what tasks elsewhere plan for.
    private var isPublished = true

    /// Creates the presentation of a source that stores its state; the display can be attached at once.
    ///
    /// Edits that start on the screen are made in the source, if it is an ``EditableSource``.
    public convenience init<Source: PublishingSource>(of source: Source) where Source.Snapshot == Snapshot {
        let subscription = source.hub.subscribe()
        self.init(
            following: subscription, end: SourceEnd(of: source, for: subscription), editor: makeEditor(for: source)
        ) { [source] in source.hub.snapshot }
    }

    /// Creates the presentation of any source, once it has computed its state.
    ///
    /// Edits that start on the screen are made in the source, if it is an ``EditableSource``.
    public convenience init<Source: DataSource>(of source: Source) async where Source.Snapshot == Snapshot {
        let subscription = await source.subscribe()
        self.init(
            following: subscription, end: SourceEnd(of: source, for: subscription), editor: makeEditor(for: source)
        ) { await source.snapshot }
    }

    init(
        following subscription: SnapshotSubscription<Snapshot>,
        end: SourceEnd<Snapshot>?,
        editor: (any Sendable)?,
        newest: @escaping @Sendable () async -> Snapshot
    ) {
        self.subscription = subscription
        self.end = end
        self.editor = editor
        self.newest = newest
        let machine = PresentationMachine(subscription.snapshot)
        self.machine = machine
        context = PlanningContext(PlanningContext.Content(basis: machine.basis, planner: nil, preparations: []))
        subscription.pause()
    }

    /// Whether a display is attached.
    public var isAttached: Bool { attachment?.isAlive == true }

    /// The state machine, for reading.
    var state: PresentationMachine<Snapshot> { _read { yield machine } }

    /// Changes the state machine, and what tasks elsewhere plan for.
    func change<Result>(_ body: (inout PresentationMachine<Snapshot>) -> Result) -> Result {
        let result = body(&machine)
        changed()
        return result
    }

    private func changed() {
        isPublished = false
        if isPulling { _ = publish() }
    }

    private func publish() -> PlanningContext<Snapshot>.Content {
        isPublished = true
        return context.exchange(
            PlanningContext.Content(basis: machine.basis, planner: planner, preparations: preparations))
    }

    /// Lets tasks elsewhere plan for the presentation as it is now.
    func publishIfNeeded() {
        // The old content can have the last reference to a state.
        if !isPublished { spent.add(publish()) }
    }

    // MARK: The display

    /// Resets `display` to ``snapshot`` and tells it all further updates; a display attached before is detached.
    ///
    /// - Parameters:
    ///   - display: The display; it is not retained.
    ///   - resets: When to reset it instead of telling it the changes; above 10,000 changes by default.
    ///   - itemsPerFrame: How many items to hand over per frame after a reset or to an empty display; all by default. The
    ///     rest follows frame by frame as insertions at the end. Counts below 1 count as 1.
    public func attach<Display: ListDisplay>(
        _ display: Display,
        resets: ResetPolicy<Snapshot> = .whenChangesExceed(10_000),
        itemsPerFrame: Int? = nil
    ) where Display.Snapshot == Snapshot {
        endFrameWait()
        let batching = display.batching
        let number = machine.displayAttached()
        planner = DisplayPlanner(attachment: number, resets: resets, itemsPerFrame: itemsPerFrame.map { max(1, $0) }) {
            batching.batches($0)
        }
        changed()
        attachment = DisplayAttachment(display, number)
        call { display.reset(to: snapshot) }
        // The display may have detached itself.
        if state.attachment == number { subscription.resume() }
    }

    /// Stops telling the display anything: it keeps what it shows.
    ///
    /// The source computes nothing for this presentation.
    public func detach() {
        endFrameWait()
        attachment = nil
        planner = nil
        change { $0.displayDetached() }
        if let end { end.pause() } else { subscription.pause() }
    }

    /// Nobody waits for the frame of a display that is no longer attached.
    private func endFrameWait() { frameWait.take()?.end() }

    // MARK: Observers

    func add(_ observer: PresentationObserver<Snapshot>) {
        observers.append(observer)
        preparations.append(observer.preparation)
        change { $0.observersChanged(to: observers.count) }
    }

    /// Removes the observers of what no longer exists, which can have been released on any thread.
    func removeObserversNotNeeded() {
        if observers.allSatisfy(\.isNeeded) { return }
        observers.removeAll { !$0.isNeeded }
        preparations = observers.map(\.preparation)
        change { $0.observersChanged(to: observers.count) }
    }

    /// Calls a display.
    func call<Result>(_ body: () throws -> Result) rethrows -> Result {
        machine.callBegan()
        defer { machine.callEnded() }
        return try body()
    }
}
