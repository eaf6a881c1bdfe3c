import DataSources

extension Presentation {
    /// Follows the source, and keeps the display up to date, until the task is cancelled or the source has finished.
    ///
    /// It can be called again after a cancellation and goes on where it stopped. A second call while one runs waits until
    /// that ends, and then goes on.
    ///
    /// If the source finishes while no display is attached, ``snapshot`` becomes its last state, and the call returns. A
    /// derived source notices its end only when it is asked for its state, so without a display the call waits for one.
    ///
    /// On an actor, a cancellation ends the call even if the display never returns from `nextFrame`; see
    /// ``ListDisplay/nextFrame()``.
    public func run() async {
        guard await following.lock() else { return }
        defer { following.unlock() }
        if let end {
            // A child task, which ends at the end of the scope. The body of a task group would not stay on the actor.
            async let _ = end.resumeSubscription()
            await follow()
        } else {
            await follow()
        }
        await Self.release(spent)
    }

    private func follow() async {
        await bringUpToDate(nil)
        while !Task.isCancelled {
            publishIfNeeded()
            isPulling = true
            let pulled = await Self.pull(subscription, context, releasing: spent)
            isPulling = false
            guard let plan = pulled else { break }
            spent.add(state.received)
            await bringUpToDate(change { $0.stateReceived(plan.received, with: plan) })
            // Last: what is spent can be released while this task still holds the plan.
            spent.add(plan.content)
        }
    }

    /// Waits for the next update and plans its frames, off the actor.
    @concurrent
    private static func pull(
        _ subscription: SnapshotSubscription<Snapshot>, _ context: PlanningContext<Snapshot>,
        releasing spent: SpentStates
    ) async -> PresentationPlan<Snapshot>? {
        spent.release()
        guard let update = await subscription.next(isolation: nil) else { return nil }
        return PresentationPlan(update.after, by: update, context.content)
    }

    /// Brings the display to what it should show, and waits for its next frame.
    private func bringUpToDate(_ plan: PresentationPlan<Snapshot>?) async {
        guard await working.lock() else { return }
        defer { working.unlock() }
        await work(plan, untilCancelled: true)
        while state.isFrameUsed, !Task.isCancelled {
            await waitForFrame()
            await work(nil, untilCancelled: true)
        }
    }

    /// Brings the display to what it should show, unless another task is about to do so.
    func bringUpToDateIfFree() async {
        guard working.tryLock() else { return }
        await work(nil, untilCancelled: false)
        // At once: whoever finds the lock taken relies on this task.
        working.unlock()
        await Self.release(spent)
    }

    /// Shows plans until nothing is left to show; called by the task that holds `working`.
    ///
    /// - Parameters:
    ///   - plan: A plan that has been made elsewhere.
    ///   - untilCancelled: Whether to stop when the task is cancelled; the next task then shows the rest.
    private func work(_ plan: PresentationPlan<Snapshot>?, untilCancelled: Bool) async {
        var made = plan
        while state.isDirty, !(untilCancelled && Task.isCancelled) {
            if let plan = made.take(), state.accepts(plan) {
                await show(plan, untilCancelled)
                continue
            }
            spent.add(state.received)
            publishIfNeeded()
            let plan = await Self.plan(state.received, context, releasing: spent)
            spent.add(plan.content)
            made = plan
        }
    }

    @concurrent
    private static func plan(
        _ received: Snapshot, _ context: PlanningContext<Snapshot>, releasing spent: SpentStates
    ) async -> PresentationPlan<Snapshot> {
        spent.release()
        return PresentationPlan(received, by: nil, context.content)
    }

    @concurrent
    private static func release(_ spent: SpentStates) async { spent.release() }

    @concurrent
    private static func next(
        after frame: DisplayFrame<Snapshot>, of frames: DisplayFrames<Snapshot>
    ) async -> DisplayFrame<Snapshot>? {
        frames.next(after: frame)
    }

    /// Waits until the display may be told the next update, the task is cancelled, or another display is attached.
    private func waitForFrame(isolation: isolated (any Actor)? = #isolation) async {
        guard let attachment else { return }
        if isolation == nil {
            // No actor protects the display, so only this task may call it.
            await attachment.nextFrame()
        } else {
            // A display may return late or never; a task of its own waits for it, so that this one can give up.
            let wait = frameWait ?? FrameWait()
            if frameWait == nil {
                frameWait = wait
                Task {
                    _ = isolation
                    await attachment.nextFrame()
                    wait.end()
                }
            }
            guard await wait.hasEnded() else { return }
            if frameWait === wait { frameWait = nil }
        }
        if state.attachment == attachment.number { change { $0.frameBegan() } }
    }

    // MARK: Showing

    /// Tells the display a plan, frame by frame, for as long as it is accepted.
    private func show(_ plan: PresentationPlan<Snapshot>, _ untilCancelled: Bool) async {
        var plan = plan
        if let frames = plan.frames, let attachment, attachment.number == frames.attachment {
            var frame = plan.first
            while let next = frame {
                if state.isFrameUsed { await waitForFrame() }
                guard state.accepts(plan), !(untilCancelled && Task.isCancelled) else { return }
                tell(next, of: &plan, to: attachment)
                guard state.accepts(plan) else { return }
                frame = next.itemsShown == nil ? nil : await Self.next(after: next, of: frames)
            }
        }
        guard change({ $0.planShown(plan) }), let (update, prepared) = plan.observed else { return }
        for (observer, prepared) in zip(observers, prepared) { observer.shown(update, prepared) }
        removeObserversNotNeeded()
    }

    /// Tells the display one frame; if it refuses, it is reset to the frame's end.
    private func tell(
        _ frame: DisplayFrame<Snapshot>, of plan: inout PresentationPlan<Snapshot>, to attachment: Attachment<Snapshot>
    ) {
        func shown(_ snapshot: Snapshot) -> Bool {
            change { $0.batchShown(snapshot, by: attachment.number, of: &plan) }
        }
        do {
            try call { try attachment.show(frame, animation: plan.frames?.animation, shown) }
        } catch {
            refusals += 1
            lastRefusal = error
            if state.attachment == attachment.number {
                call { attachment.reset(to: frame.snapshot) }
                _ = shown(frame.snapshot)
            }
        }
        if !attachment.isAlive, state.attachment == attachment.number { detach() }
    }
}
