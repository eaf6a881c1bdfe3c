internal import Synchronization

/// Keeps a derived hub in step with what it is derived from: one shell for all operators.
///
/// It is pulled. A change upstream only says, from hub to hub, that inputs have changed: see ``Invalidation``. Whoever asks
/// the derived hub for something new *refreshes* it:
///
/// 1. The refresh registers a **cut**, see ``CutClock``. It takes every hub to that cut, so nothing derived is a
///    mixture of two cuts, however the ways from a root to here branch and join, and whatever is chosen on the way.
/// 2. From the roots down it works on each derived hub that has changed inputs: it takes the differences of those inputs
///    since what the hub followed last, hands them to the operator, and publishes the output if it is another one.
///
/// One ``Pass`` does this, synchronously. It works on one hub at a time, and holds nothing else. When somebody else is
/// busy with a hub that it needs, it stops; the refresh waits until that one is done, and begins another pass at the same
/// cut, for which everything is still there.
///
/// Differences of roots and of derived hubs are the steps that their own subscribers share.
@usableFromInline
// Sendable: what can be changed in it is guarded by a mutex.
final class Derivation: HubFeed, @unchecked Sendable {
    /// Follows updates of inputs, each with the slot of its input, in the order of the slots, and publishes the output.
    @usableFromInline
    typealias Work = @Sendable (_ updates: [InputUpdate], _ hub: HubCore) -> Void

    /// What a derived hub does with its inputs.
    enum Operation: Sendable {
        /// Follows their updates.
        case following(Work)
        /// Shows another hub, which the only input chooses.
        case choosing(Switch)
    }

    /// Everything is guarded by the mutex, and is only changed by whoever works on the hub.
    private struct State {
        /// By slot, the commit that the operator has followed.
        var followed: [HubCommit]
        /// By slot, whether that is the last one of the input.
        var hasFinished: [Bool]
        /// How many inputs have not, timers left out.
        var unfinishedCount: Int
        /// By slot, the clocks above it, where there are any.
        var clocksAbove: [Int: [HubCore]] = [:]
    }

    /// What it is derived from, whatever it chooses besides.
    let inputs: [HubCore]
    let operation: Operation
    private let state: Mutex<State>
    private let hasClocks = Atomic<Bool>(false)

    /// Creates what keeps a hub in step with `inputs`.
    ///
    /// - Parameters:
    ///   - inputs: The hubs that it is derived from.
    ///   - empty: For each of them, the commit that the operator begins with.
    ///   - work: The operator.
    @usableFromInline
    convenience init(from inputs: [HubCore], startingAt empty: [HubCommit], work: @escaping Work) {
        self.init(inputs: inputs, empty: empty, operation: .following(work))
    }

    /// Creates what keeps a hub in step with whichever hub belongs to the value of `selection`.
    @usableFromInline
    convenience init(from selection: HubCore, startingAt empty: HubCommit, choosing: Switch) {
        self.init(inputs: [selection], empty: [empty, choosing.empty], operation: .choosing(choosing))
    }

    private init(inputs: [HubCore], empty: [HubCommit], operation: Operation) {
        self.inputs = inputs
        self.operation = operation
        let scope = inputs.first?.scope ?? CutScope()
        for input in inputs.dropFirst() { scope.join(input.scope) }
        let (slots, timers) = (empty.count, inputs.count { $0.timer != nil })
        state = Mutex(
            State(
                followed: empty, hasFinished: Array(repeating: false, count: slots), unfinishedCount: slots - timers))
        super.init(scope: scope, invalidation: Invalidation(inputCount: slots, isSwitch: slots > inputs.count))
    }

    // MARK: Refreshing

    /// Whether the hub's newest state is that of the newest states upstream.
    @usableFromInline override var isCurrent: Bool {
        invalidation.isUpToDate && (!hasClocks.load(ordering: .relaxed) || !clocks.contains(where: \.isDue))
    }

    /// Waits until all who have told of a change upstream have also made it.
    ///
    /// An origin tells of a change before it takes the change's stamp, all under its lock. Until then no refresh has
    /// anything to do, and so a request that has to see the change waits for that lock.
    @inline(never)
    override func waitForChanges() {
        var derivations = [self]
        var seen: Set<ObjectIdentifier> = []
        while let derivation = derivations.popLast() {
            for input in derivation.invalidation.changed.compactMap({ derivation.input($0) }) {
                guard seen.insert(ObjectIdentifier(input)).inserted else { continue }
                if let upstream = input.derivation {
                    derivations.append(upstream)
                } else {
                    _ = input.isFinished
                }
            }
        }
    }

    /// The origins whose time has to be kept by those that wait.
    override var clocks: [HubCore] {
        if !hasClocks.load(ordering: .relaxed) { return [] }
        let above = state.withLock { $0.clocksAbove }
        if above.count == 1, let clocks = above.first?.value { return clocks }
        var seen = Set<ObjectIdentifier>()
        return above.sorted { $0.key < $1.key }.flatMap(\.value).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Brings `hub`, which is its own, up to the newest states upstream; returns early when the task is cancelled.
    @usableFromInline
    override func refresh(_ hub: HubCore) async {
        if isCurrent { return }
        for clock in clocks { clock.timer?.fireIfDue(at: clock) }
        var pass = Pass(of: hub)
        while true {
            let limit = WorkerThreads.areInUse ? WorkerThreads.itemLimit : .max
            switch pass.run(itemLimit: limit, isCancelled: { Task.isCancelled }) {
            case .done, .cancelled: return
            case .busy(let other):
                await other.derivation?.invalidation.waitForWork { "whoever follows for \(other.comparisons.name)" }
            case .computing(let step, let watch): await step.watch(watch)
            case .long: await runOnThread(pass, for: hub)
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
    /// Runs a pass without a limit on a thread of the library's own, for as long as the task is not cancelled.
    ///
    /// The thread finishes the pass even when the task is cancelled, since an operator cannot stop half way; the next
    /// request uses the result.
    @inline(never)
    private func runOnThread(_ pass: Pass, for hub: HubCore) async {
        await WorkerThreads.run {
            "the operators of \(hub.comparisons.name)"
        } _: {
            var pass = pass
            // What it would have to wait for, the task waits for.
            if case .computing(let step, let watch) = pass.run(isCancelled: { false }) { step.unwatch(watch) }
        }
    }
}

// MARK: - What a pass asks and tells while it works

extension Derivation {
    /// The hub in a slot; `nil` for a switch that has chosen none.
    func input(_ slot: Int) -> HubCore? {
        if slot < inputs.count { return inputs[slot] }
        guard case .choosing(let choosing) = operation else { return nil }
        return choosing.chosen
    }

    /// The commit in a slot that the operator has followed.
    func followed(_ slot: Int) -> HubCommit { state.withLock { $0.followed[slot] } }

    /// The operator has followed inputs; `true` when nothing more comes from any.
    func followed(_ inputs: [Pass.Input]) -> Bool {
        // The old commits are swapped out, so that they go once the lock is open.
        var commits = inputs.map(\.shown.commit)
        let isLast = state.withLock { state -> Bool in
            for (place, input) in inputs.enumerated() {
                swap(&state.followed[input.slot], &commits[place])
                if input.hub?.timer == nil, state.hasFinished[input.slot] != input.shown.isFinished {
                    state.hasFinished[input.slot] = input.shown.isFinished
                    state.unfinishedCount += input.shown.isFinished ? -1 : 1
                }
            }
            return state.unfinishedCount == 0
        }
        keepClocks(of: inputs)
        // An timer without a deadline has nothing more to say either.
        return isLast && self.inputs.allSatisfy { $0.timer?.isSet != true }
    }

    /// The operator has followed its only input; `true` when nothing more comes from it.
    func followed(_ input: HubCore, _ shown: HubCore.Shown) -> Bool {
        // The old commit is swapped out, so that it goes once the lock is open.
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

    private func keepClocks(of inputs: [Pass.Input]) {
        for input in inputs {
            let clocks = input.hub.map { $0.timer != nil ? [$0] : $0.derivation?.clocks ?? [] } ?? []
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
    /// What keeps the hub in step with its inputs; `nil` if the hub is not derived.
    var derivation: Derivation? {
        // Unsafe cast: there is no other subclass.
        feed.map { unsafeDowncast($0, to: Derivation.self) }
    }
}
