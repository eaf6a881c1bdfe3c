public import DataSources

/// What a screen shows of one source: exactly the state on the screen, and the display that shows it.
///
/// It is bound to no actor: it lives where it is created, usually on the main actor, and so does its display.
///
/// ```swift
/// let screen = Presentation(of: staff)      // staff.snapshot can be shown at once
/// screen.attach(table)                      // resets the table to screen.snapshot
/// await screen.run()                        // follows the source until the task is cancelled or the source finishes
/// ```
///
/// - **At most one update per frame.** The display is told the net change since its last frame, however many
///   transactions there were.
/// - **Off the actor.** Differences are computed and split into batches elsewhere, and old states are released
///   elsewhere. The actor does the display's own work and assigns a few references.
/// - **Nothing while nobody looks.** Without a display it demands nothing from the source. A display that is attached is
///   reset to ``snapshot`` at once and then told one update.
/// - **Its own counts.** ``snapshot`` changes only together with the display.
///
/// The presentation keeps its source alive, and its display weakly.
public final class Presentation<Snapshot: SnapshotProtocol> {
    /// The state on the screen, or the state that the next display will be reset to.
    ///
    /// Between the stages of one update it can be a state that no source has committed. While a display is being told a
    /// batch, it is the state before the batch.
    public private(set) var snapshot: Snapshot

    /// The version of the last state that was shown completely; `nil` if it has none.
    ///
    /// A large state that is handed over in several frames counts when its last frame has been shown.
    public private(set) var version: Version?

    /// The number of times a display has refused a batch, and was reset instead.
    public private(set) var refusals = 0

    /// The error with which a display has refused a batch last.
    public private(set) var lastRefusal: (any Error)?

    private let subscription: SnapshotSubscription<Snapshot>
    /// The source's newest state; retains the source.
    private let newest: @Sendable () async -> Snapshot
    /// The newest state that the source has delivered.
    private var received: Snapshot
    /// The edits that are shown and that the source has not confirmed.
    private var proposals: [PresentedEdit<Snapshot>] = []
    private var proposalsMade = 0
    private var attachment: Attachment<Snapshot>?
    private var attachmentsMade = 0
    private var observers: [PresentationObserver<Snapshot>] = []
    private var isRunning = false
    /// Whether a task brings the display to the state it should show, and whether that state has changed meanwhile.
    private var (isReconciling, isDirty) = (false, false)

    /// Creates the presentation of a source that stores its state; the display can be attached at once.
    public convenience init<Source: PublishingSource>(of source: Source) where Source.Snapshot == Snapshot {
        self.init(following: source.hub.subscribe()) { source.hub.snapshot }
    }

    /// Creates the presentation of any source, once it has computed its state.
    public convenience init<Source: DataSource>(of source: Source) async where Source.Snapshot == Snapshot {
        self.init(following: await source.subscribe()) { await source.snapshot }
    }

    private init(
        following subscription: SnapshotSubscription<Snapshot>, newest: @escaping @Sendable () async -> Snapshot
    ) {
        self.subscription = subscription
        self.newest = newest
        snapshot = subscription.snapshot
        received = snapshot
        version = snapshot.version
        subscription.pause()
    }

    /// Whether a display is attached.
    public var isAttached: Bool { attachment?.isAlive == true }

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
        attachmentsMade += 1
        let batching = display.batching
        let planner = DisplayPlanner(
            attachment: attachmentsMade, resets: resets, itemsPerFrame: itemsPerFrame.map { max(1, $0) }
        ) { batching.batches($0) }
        attachment = DisplayAttachment(display, planner)
        // Whatever a cancelled task has left is shown by the next one.
        isDirty = true
        display.reset(to: snapshot)
        // The display may have detached itself.
        if attachment?.planner.attachment == planner.attachment { subscription.resume() }
    }

    /// Stops telling the display anything: it keeps what it shows.
    ///
    /// The source computes nothing for this presentation.
    public func detach() {
        attachment = nil
        subscription.pause()
    }

    // MARK: Following

    /// Follows the source, and keeps the display up to date, until the task is cancelled or the source has finished.
    ///
    /// It can be called again after a cancellation and goes on where it stopped. A second call while one runs returns at
    /// once.
    public func run() async {
        if isRunning { return }
        isRunning = true
        defer { isRunning = false }
        if isDirty { await reconcile(untilCancelled: true) }
        var spent: PlannedUpdate<Snapshot>?
        while !Task.isCancelled {
            let (planner, old) = (attachment?.planner, spent.take())
            guard let planned = await Self.pull(subscription, planner, releasing: old) else { return }
            receive(planned.update.after)
            await reconcile(planned, untilCancelled: true)
            spent = planned
            await attachment?.nextFrame()
        }
    }

    /// Waits for the next update and plans its frames, off the actor.
    @concurrent
    private static func pull(
        _ subscription: SnapshotSubscription<Snapshot>,
        _ planner: DisplayPlanner<Snapshot>?,
        releasing old: consuming PlannedUpdate<Snapshot>?
    ) async -> PlannedUpdate<Snapshot>? {
        // Releasing the last reference to a large state takes time.
        _ = consume old
        guard let update = await subscription.next(isolation: nil) else { return nil }
        return PlannedUpdate(update, planner)
    }

    /// The source has shown a state; older states come later if a confirmed edit was faster than the subscription.
    private func receive(_ state: Snapshot) {
        if let new = state.version, let old = received.version, new.epoch == old.epoch, new.number < old.number {
            return
        }
        received = state
    }

    // MARK: Reconciling

    /// Brings the display to the state it should show: what the source has, with the unconfirmed edits.
    ///
    /// One call works at a time; others leave their work to it.
    ///
    /// - Parameters:
    ///   - planned: An update whose frames have been planned elsewhere.
    ///   - untilCancelled: Whether to stop when the task is cancelled; the next task then shows the rest.
    private func reconcile(_ planned: PlannedUpdate<Snapshot>? = nil, untilCancelled: Bool = false) async {
        isDirty = true
        if isReconciling { return }
        isReconciling = true
        defer { isReconciling = false }
        var planned = planned
        repeat {
            isDirty = false
            let planner = attachment?.planner
            if let update = planned.take(), fits(update) {
                await show(update, untilCancelled)
                continue
            }
            let (shown, target) = (snapshot, received)
            let edits = proposals
            let plan = await Self.plan(from: shown, to: target, with: edits, planner)
            // Edits were proposed, or a display came meanwhile.
            guard snapshot.isIdentical(to: shown), proposals.count == edits.count else {
                isDirty = true
                continue
            }
            if let plan {
                await show(plan, untilCancelled)
            } else if edits.isEmpty {
                advance(to: target)
                shownCompletely()
            }
            await Self.release(plan)
        } while isDirty && !(untilCancelled && Task.isCancelled)
    }

    /// Shows an edit at once, lets the source make it, and shows what the source has made of it.
    ///
    /// Until `commit` returns, the edit is made again in every state that arrives, so the display neither jumps back nor
    /// misses what others do. Afterwards the display shows the source's state, whatever `commit` has done: if it throws,
    /// the edit is undone on the screen.
    ///
    /// - Parameters:
    ///   - isShown: Whether the display shows the edit already, for example after a drag; then it is not told.
    ///   - edit: Makes the edit in a state; `nil` if it has no place there. It refers to items by id, since the state
    ///     may have changed.
    ///   - commit: Makes the edit in the source.
    /// - Returns: What `commit` returns.
    /// - Throws: Any error that `commit` throws; ``PresentationError`` if the edit has no place in ``snapshot``.
    public func propose<Result>(
        isShown: Bool = false,
        _ edit: @escaping @Sendable (_ snapshot: Snapshot) -> Snapshot?,
        commit: () async throws -> Result
    ) async throws -> Result {
        guard let edited = edit(snapshot) else { throw PresentationError.noPlace }
        proposalsMade += 1
        let number = proposalsMade
        proposals.append(PresentedEdit(number: number, edit: edit))
        if isShown { snapshot = edited } else { await reconcile() }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await commit())
        } catch {
            outcome = .failure(error)
        }
        // The subscription may be slower than the edit's commit; without it the display would jump back.
        receive(await newest())
        proposals.removeAll { $0.number == number }
        await reconcile()
        return try outcome.get()
    }

    /// Whether an update that was planned elsewhere starts at what is shown, and ends at what is to be shown.
    private func fits(_ planned: PlannedUpdate<Snapshot>) -> Bool {
        proposals.isEmpty && planned.attachment == attachment?.planner.attachment
            && planned.update.before.isIdentical(to: snapshot) && planned.update.after.isIdentical(to: received)
    }

    @concurrent
    private static func plan(
        from shown: Snapshot, to received: Snapshot, with edits: [PresentedEdit<Snapshot>],
        _ planner: DisplayPlanner<Snapshot>?
    ) async -> PlannedUpdate<Snapshot>? {
        var target = received
        for edit in edits { target = edit.make(in: target) ?? target }
        return Update(from: shown, to: target).map { PlannedUpdate($0, planner) }
    }

    @concurrent
    private static func release(_ plan: consuming PlannedUpdate<Snapshot>?) async {}

    /// Tells the display an update, frame by frame.
    private func show(_ planned: PlannedUpdate<Snapshot>, _ untilCancelled: Bool) async {
        guard let attachment, planned.attachment == attachment.planner.attachment else {
            // Nobody looks.
            advance(to: planned.update.after)
            return shownAll(planned.update)
        }
        for (number, frame) in planned.frames.enumerated() {
            if number > 0 {
                let shown = snapshot
                await attachment.nextFrame()
                // What is left is planned anew, or shown by the next task.
                let isCancelled = untilCancelled && Task.isCancelled
                guard snapshot.isIdentical(to: shown), self.attachment === attachment, !isCancelled else {
                    isDirty = true
                    return
                }
            }
            guard show(frame, of: planned.update, at: attachment) else {
                isDirty = true
                return
            }
        }
        shownAll(planned.update)
    }

    /// Tells the display one frame; returns `false` if it is no longer attached.
    private func show(
        _ frame: DisplayFrame<Snapshot>, of update: Update<Snapshot>, at attachment: Attachment<Snapshot>
    ) -> Bool {
        do {
            try attachment.show(frame, animation: update.annotation as? AnimationHint) { [self] in
                advance(to: $0)
                return self.attachment === attachment
            }
        } catch {
            refusals += 1
            lastRefusal = error
            if self.attachment !== attachment { return false }
            advance(to: frame.snapshot)
            attachment.reset(to: frame.snapshot)
        }
        if !attachment.isAlive, self.attachment === attachment { detach() }
        return self.attachment === attachment
    }

    private func advance(to state: Snapshot) {
        snapshot = state
    }

    private func shownAll(_ update: Update<Snapshot>) {
        if proposals.isEmpty { shownCompletely() }
        for observer in observers { observer.shown(update) }
    }

    private func shownCompletely() {
        if snapshot.isIdentical(to: received) { version = received.version }
    }
}
