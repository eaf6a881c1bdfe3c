internal import Synchronization

/// Keeps a derived hub up to date with its inputs: one shell for all operators.
///
/// Derived hubs are pulled. A change upstream only sends an invalidation from hub to hub; see ``Invalidation``. A
/// demand at the derived hub *refreshes* it:
///
/// 1. The refresh registers a consistent **cut**; see ``CutClock``. It takes every hub to that cut, so no derived state
///    mixes two cuts, however the paths from the origins branch and join, and whatever a switch chooses.
/// 2. From the origins down it processes each derived hub whose inputs have changed: it computes the differences of
///    those inputs since the commits that the hub followed last, passes them to the operator, and publishes the output
///    if it differs.
///
/// A ``Pass`` does this synchronously. It works on one hub at a time and holds no other. If another pass is working on
/// a hub that it needs, it stops. The refresh waits for the other pass and runs the pass again at the same cut; the
/// commits of that cut are still kept.
///
/// The differences of inputs are the steps that their own subscribers share.
@usableFromInline
final class Derivation: HubFeed {
    /// Passes input updates, sorted by the slots of their inputs, to the operator.
    ///
    /// Returns the commit of its output, with that version; `nil` if the output is identical to that of the last commit.
    @usableFromInline
    typealias Work = @Sendable (_ updates: [InputUpdate], _ last: HubCommit, _ version: Version) -> HubCommit?

    /// How a derived hub processes its inputs.
    enum Operation: Sendable {
        /// It passes their updates to the operator.
        case following(Work)
        /// It follows other hubs, which its only input selects, and passes what they show to the operator.
        case choosing(ItemSources)
    }

    /// Everything is guarded by the mutex, and changed only by the pass that works on the hub.
    struct State {
        /// The fixed inputs.
        var inputs: [HubCore]
        /// The epochs of the inputs whose operators this derivation has taken over.
        var fusedEpochs: [UInt64] = []
        /// By slot, the commit that the operator followed last.
        var followed: [HubCommit]
        /// By slot, whether that was the input's last commit.
        var hasFinished: [Bool]
        /// The number of unfinished inputs, without timers.
        var unfinishedCount: Int
        /// By slot, the timer hubs upstream; only slots that have some.
        var clocksAbove: [Int: [HubCore]] = [:]
    }

    let operation: Operation
    /// Whether it passes the updates of one input to an operator.
    let isLinear: Bool
    @usableFromInline let scope: CutScope
    @usableFromInline let invalidation: Invalidation
    private let workingAt = Atomic<UInt64>(0)
    let state: Mutex<State>
    private let hasClocks = Atomic<Bool>(false)

    /// Creates the feed of a hub that is derived from `inputs`.
    ///
    /// - Parameters:
    ///   - inputs: The hubs to follow.
    ///   - empty: For each input, the commit that the operator starts from.
    ///   - work: The operator.
    @usableFromInline
    convenience init(from inputs: [HubCore], startingAt empty: [HubCommit], work: @escaping Work) {
        self.init(inputs: inputs, empty: empty, operation: .following(work))
    }

    /// Creates the feed of a hub that follows the sources that its operator finds for the state of `base`.
    @usableFromInline
    convenience init(from base: HubCore, startingAt empty: HubCommit, sources: ItemSources) {
        self.init(inputs: [base], empty: [empty], operation: .choosing(sources))
    }

    private init(inputs: [HubCore], empty: [HubCommit], operation: Operation) {
        self.operation = operation
        isLinear = if case .following = operation { empty.count == 1 } else { false }
        scope = inputs.first?.scope ?? CutScope()
        for input in inputs.dropFirst() { scope.join(input.scope) }
        let (slots, timers) = (empty.count, inputs.count { $0.timer != nil })
        invalidation = Invalidation(inputCount: slots)
        state = Mutex(
            State(
                inputs: inputs, followed: empty, hasFinished: Array(repeating: false, count: slots),
                unfinishedCount: slots - timers))
    }

    deinit {
        invalidation.end()
    }

    /// The cut of the current work; set by the pass that does it.
    @usableFromInline var workCut: UInt64 {
        get { workingAt.load(ordering: .relaxed) }
        set { workingAt.store(newValue, ordering: .relaxed) }
    }

    /// The annotation of the inputs of the current work.
    @usableFromInline var workAnnotation: BoxedAnnotation? {
        // Only by the pass that does the work, see the stored property.
        get { unsafe annotationOfWork }
        set { unsafe annotationOfWork = newValue }
    }

    // Unsafe: read and written only by the pass that does the work; there is one at a time.
    private nonisolated(unsafe) var annotationOfWork: BoxedAnnotation?

    /// The operators of inputs that it has taken over, the one nearest to the remaining input last.
    // Unsafe: as for `annotationOfWork`.
    nonisolated(unsafe) var fused: [FusedOperator] = []

    // MARK: Refreshing

    /// Whether the hub's newest state reflects the newest states upstream.
    @usableFromInline var isCurrent: Bool {
        invalidation.isUpToDate && (!hasClocks.load(ordering: .relaxed) || !clocks.contains(where: \.isDue))
    }

    /// Waits until every change upstream that has invalidated this hub is published.
    ///
    /// An origin sends invalidations before it takes the change's stamp, both under its lock. Until the lock is
    /// released a refresh would find nothing new, so a demand that must see the change waits for that lock.
    @usableFromInline @inline(never)
    func waitForChanges() {
        var derivations = [self]
        var seen: Set<ObjectIdentifier> = []
        while let derivation = derivations.popLast() {
            for input in derivation.invalidation.changed.compactMap({ derivation.input($0) }) {
                guard seen.insert(ObjectIdentifier(input)).inserted else { continue }
                if let upstream = input.derivation {
                    derivations.append(upstream)
                } else {
                    input.waitForPublication()
                }
            }
        }
    }

    /// The timer hubs upstream; waiting consumers run them.
    @usableFromInline var clocks: [HubCore] {
        if !hasClocks.load(ordering: .relaxed) { return [] }
        let above = state.withLock { $0.clocksAbove }
        if above.count == 1, let clocks = above.first?.value { return clocks }
        var seen = Set<ObjectIdentifier>()
        return above.sorted { $0.key < $1.key }.flatMap(\.value).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Brings `hub`, which this object feeds, up to date with the newest states upstream; returns early if the task is
    /// cancelled.
    @usableFromInline
    func refresh(_ hub: HubCore) async {
        if isCurrent { return }
        for clock in clocks { clock.timer?.fireIfDue(at: clock) }
        var pass = Pass(of: hub)
        pass.simulation = Simulation.running
        while true {
            let limit = WorkerThreads.areInUse ? WorkerThreads.itemLimit : .max
            switch pass.run(itemLimit: limit, isCancelled: { Task.isCancelled }) {
            case .done, .cancelled: return
            case .busy(let other):
                await other.derivation?.invalidation.waitForWork { "whoever follows for \(other.comparisons.name)" }
            case .computing(let step, let watch): await step.watch(watch)
            case .long: await runOnThread(pass, for: hub)
            case .interrupted: await pass.simulation?.pause()
            }
            if Task.isCancelled { return }
        }
    }
}

/// An update of an input, with the input's slot.
@usableFromInline
struct InputUpdate: Sendable {
    @usableFromInline let slot: Int
    @usableFromInline let update: ErasedUpdate
}

extension Derivation {
    /// Runs a pass without a limit on a worker thread while the task waits, unless that is cancelled.
    ///
    /// The thread finishes the pass even if the task is cancelled, since an operator cannot stop halfway. The next
    /// demand uses the result.
    @inline(never)
    private func runOnThread(_ pass: Pass, for hub: HubCore) async {
        await WorkerThreads.run {
            "the operators of \(hub.comparisons.name)"
        } _: {
            var pass = pass
            // If the pass must wait for a difference, the task waits, not the thread.
            if case .computing(let step, let watch) = pass.run(isCancelled: { false }) { step.unwatch(watch) }
        }
    }
}

// MARK: - What a pass reads and reports

extension Derivation {
    /// The fixed inputs; hubs that were chosen are not among them.
    var inputs: [HubCore] { state.withLock { $0.inputs } }

    /// The hub in a slot; `nil` for a switch that has chosen none, and for a source that has gone.
    func input(_ slot: Int) -> HubCore? {
        switch operation {
        case .following: return inputs[slot]
        case .choosing where slot == 0: return inputs[slot]
        case .choosing(let sources): return sources[slot]?.hub
        }
    }

    /// The link to the source in a slot, one of many; `nil` for other inputs.
    func link(_ slot: Int) -> Invalidation.Link? {
        guard case .choosing(let sources) = operation else { return nil }
        return sources[slot]?.link
    }

    /// The commit in a slot that the operator followed last.
    func followed(_ slot: Int) -> HubCommit { state.withLock { $0.followed[slot] } }

    /// Whether the operator has not followed yet what an input shows.
    func isNews(_ input: Pass.Input) -> Bool {
        if case .choosing(let sources) = operation, input.slot > 0 { return sources.isNews(input) }
        return input.shown.commit !== followed(input.slot)
    }

    /// The operator has followed its base, and has not shown anything yet.
    func followed(base: HubCommit) {
        // The old commit is swapped out, so it is released after the lock.
        var commit = base
        state.withLock { swap(&$0.followed[0], &commit) }
    }

    /// The operator has followed `inputs`; returns `true` if no input can change any more.
    func followed(_ inputs: [Pass.Input]) -> Bool {
        guard case .choosing(let sources) = operation else { return followed(fixed: inputs) }
        let chosen = inputs.filter { $0.slot > 0 }
        sources.followed(chosen)
        keepClocks(of: chosen)
        return followed(fixed: inputs.filter { $0.slot == 0 }) && !sources.areUnfinished
    }

    private func followed(fixed inputs: [Pass.Input]) -> Bool {
        // The old commits are swapped out, so they are released after the lock.
        var commits = inputs.map(\.shown.commit)
        let isLast = state.withLock { state -> Bool in
            for (place, input) in inputs.enumerated() {
                swap(&state.followed[input.slot], &commits[place])
                if input.hub.timer == nil, state.hasFinished[input.slot] != input.shown.isFinished {
                    state.hasFinished[input.slot] = input.shown.isFinished
                    state.unfinishedCount += input.shown.isFinished ? -1 : 1
                }
            }
            return state.unfinishedCount == 0
        }
        keepClocks(of: inputs)
        // A timer without a deadline cannot change either.
        return isLast && self.inputs.allSatisfy { $0.timer?.isSet != true }
    }

    /// The operator has followed its only input; returns `true` if the input cannot change any more.
    func followed(_ input: HubCore, _ shown: HubCore.Shown) -> Bool {
        // The old commit is swapped out, so it is released after the lock.
        var commit = shown.commit
        let isLast = state.withLock { state -> Bool in
            swap(&state.followed[0], &commit)
            if input.timer == nil, state.hasFinished[0] != shown.isFinished {
                state.hasFinished[0] = shown.isFinished
                state.unfinishedCount += shown.isFinished ? -1 : 1
            }
            return state.unfinishedCount == 0
        }
        if input.timer != nil || input.derivation?.hasClocks.load(ordering: .relaxed) == true
            || hasClocks.load(ordering: .relaxed)
        {
            keepClocks(of: [Pass.Input(slot: 0, hub: input, shown: shown)])
        }
        return isLast && input.timer?.isSet != true
    }

    /// Forgets the timers of sources that have gone.
    func dropClocks(of slots: [Int]) {
        if !hasClocks.load(ordering: .relaxed) { return }
        _ = state.withLock { state in
            let old = slots.map { state.clocksAbove.removeValue(forKey: $0) }
            hasClocks.store(!state.clocksAbove.isEmpty, ordering: .relaxed)
            return old
        }
    }

    private func keepClocks(of inputs: [Pass.Input]) {
        for input in inputs {
            let clocks = input.hub.timer != nil ? [input.hub] : input.hub.derivation?.clocks ?? []
            if clocks.isEmpty, !hasClocks.load(ordering: .relaxed) { continue }
            _ = state.withLock { state in
                let old = state.clocksAbove[input.slot]
                state.clocksAbove[input.slot] = clocks.isEmpty ? nil : clocks
                hasClocks.store(!state.clocksAbove.isEmpty, ordering: .relaxed)
                return old
            }
        }
    }
}

extension HubCore {
    /// The feed that keeps the hub up to date with its inputs; `nil` if the hub is not derived.
    var derivation: Derivation? {
        // Unsafe cast: there is no other subclass.
        feed.map { downcast($0, to: Derivation.self) }
    }
}
