import DataSources
import Observation

/// What follows a source for observers: one update at a time, and their edits in order.
class ObservedMirror<Snapshot: ItemSnapshot, Details: Sendable>: Observable where Snapshot.Item.ID: Sendable {
    typealias Plan = ObservedPlan<Snapshot, Details>

    private enum Event: Sendable {
        case updated(Plan?)
        case settled(UnconfirmedEdit<Snapshot.Item>, (any Error)?, Snapshot)
        case woken
    }

    let table: RowTable<Snapshot.Item>
    private let registrar = ObservationRegistrar()
    private let subscription: SnapshotSubscription<Snapshot>
    /// The source's newest state; retains the source.
    private let newest: @Sendable () async -> Snapshot
    private let editor: ItemEditor<Snapshot.Item>?
    private let details: @Sendable (Update<Snapshot>) -> Details
    private var current: Snapshot
    private var isRunning = false

    init(
        following subscription: SnapshotSubscription<Snapshot>, newest: @escaping @Sendable () async -> Snapshot,
        editing editor: ItemEditor<Snapshot.Item>?, rowsKept: Int,
        details: @escaping @Sendable (Update<Snapshot>) -> Details
    ) {
        self.subscription = subscription
        self.newest = newest
        self.editor = editor
        self.details = details
        current = subscription.snapshot
        table = RowTable(limit: rowsKept, isEditable: editor != nil)
    }

    /// The source's state; those who read it are told every change.
    var snapshot: Snapshot {
        registrar.access(self, keyPath: \.snapshot)
        return current
    }

    /// The source's state, as its subclasses read it.
    var untracked: Snapshot { current }

    /// What an update means for what a subclass shows.
    func mutations(_ plan: Plan) -> [ObservedMutation] { [] }

    // MARK: Following

    /// Follows the source until the task is cancelled, or the source has finished and the edits are made.
    ///
    /// - Parameter isolation: The actor that the mirror and its rows live on; the body of the group captures it.
    func run(isolation: isolated (any Actor)?) async {
        if isRunning { return }
        isRunning = true
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        table.wake = wake
        defer {
            table.wake = nil
            isRunning = false
        }
        let (subscription, details) = (subscription, details)
        await withTaskGroup(of: Event.self) { group in
            // Keeps the body on the actor: without it, Swift 6.3.1 runs it elsewhere, beside those who read rows.
            _ = isolation
            var (follows, isEditing) = (true, false)
            var spent: Plan?
            group.addTask { .updated(await Self.pull(subscription, details, releasing: nil)) }
            group.addTask { await Self.wait(wakes) }
            repeat {
                if !isEditing, let edit = table.nextEdit, let editor, !Task.isCancelled {
                    isEditing = true
                    let newest = newest
                    group.addTask { await Self.make(edit, editor, newest) }
                }
                switch await group.next() {
                case .updated(let plan?):
                    spent = await receive(plan)
                    let old = spent.take()
                    group.addTask { .updated(await Self.pull(subscription, details, releasing: old)) }
                case .updated(nil): follows = false
                case .settled(let edit, let error, let state):
                    isEditing = false
                    await settle(edit, error, state)
                case .woken where !Task.isCancelled: group.addTask { await Self.wait(wakes) }
                case .woken, nil: break
                }
            } while follows || isEditing || table.nextEdit != nil && !Task.isCancelled
            group.cancelAll()
        }
    }

    /// Waits for the next update and plans what it means, off the actor.
    @concurrent
    private static func pull(
        _ subscription: SnapshotSubscription<Snapshot>, _ details: @Sendable (Update<Snapshot>) -> Details,
        releasing old: consuming Plan?
    ) async -> Plan? {
        // Releasing the last reference to a large state takes time.
        _ = consume old
        guard let update = await subscription.next(isolation: nil) else { return nil }
        return Plan(update, details: details(update))
    }

    @concurrent
    private static func wait(_ wakes: AsyncStream<Void>) async -> Event {
        for await _ in wakes { break }
        return .woken
    }

    @concurrent
    private static func make(
        _ edit: UnconfirmedEdit<Snapshot.Item>, _ editor: ItemEditor<Snapshot.Item>,
        _ newest: @Sendable () async -> Snapshot
    ) async -> Event {
        do {
            try await editor(edit.id, edit.edit)
            return .settled(edit, nil, await newest())
        } catch {
            return .settled(edit, error, await newest())
        }
    }

    @concurrent
    private static func plan(
        from shown: Snapshot, to state: Snapshot, _ details: @Sendable (Update<Snapshot>) -> Details
    ) async -> Plan? {
        Update(from: shown, to: state).map { Plan($0, details: details($0)) }
    }

    /// Shows a state of the source; returns what has become superfluous.
    private func receive(_ plan: Plan) async -> Plan? {
        if plan.update.before.isIdentical(to: current) {
            show(plan)
            return plan
        }
        // The state that an edit has led to was faster.
        guard isNewer(plan.update.after) else { return plan }
        let renewed = await Self.plan(from: current, to: plan.update.after, details)
        if let renewed { show(renewed) }
        return renewed
    }

    /// Shows the state that belongs to the outcome of an edit.
    private func settle(
        _ edit: UnconfirmedEdit<Snapshot.Item>, _ error: (any Error)?, _ state: Snapshot
    ) async {
        let plan = isNewer(state) ? await Self.plan(from: current, to: state, details) : nil
        let row = table.editSettled(edit, error)
        if let plan {
            show(plan, settled: row)
        } else {
            ObservedMutation.perform(table.mutations(changed: [:], removed: [], settled: row))
        }
    }

    private func isNewer(_ state: Snapshot) -> Bool {
        guard let new = state.version, let old = current.version, new.epoch == old.epoch else { return true }
        return new.number > old.number
    }

    private func show(_ plan: Plan, settled: ObservedRow<Snapshot.Item>? = nil) {
        let after = plan.update.after
        let own = ObservedMutation {
            self.registrar.willSet(self, keyPath: \.snapshot)
        } apply: {
            self.current = after
        } did: {
            self.registrar.didSet(self, keyPath: \.snapshot)
        }
        let rows = table.mutations(changed: plan.changed, removed: plan.removed, settled: settled)
        ObservedMutation.perform([own] + mutations(plan) + rows)
    }
}
