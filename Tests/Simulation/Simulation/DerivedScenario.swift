import DataSources
import DataSourcesTesting
import Synchronization

/// One run with derived sources: two lists that can change in one transaction, parameters, a random graph of operators,
/// and consumers of some of its nodes.
///
/// In half of the runs, refreshes are interrupted at any point: then many of them, at different cuts, are under way at
/// once while the origins commit, as on real threads. In a quarter, many tasks only read.
///
/// It records every moment of the origins, in order. Every state that a consumer receives must be what the most obvious
/// code makes of one of these moments, and never of an older one than before. When nobody can go on, no consumer may be
/// waiting for a moment that there is.
final class DerivedScenario: Sendable {
    /// Everything is guarded by the mutex.
    ///
    /// A run has one thread, so what is read in one job fits together.
    private struct State {
        var moments: [(time: VirtualClock.Instant, moment: Moment)] = []
        var waits: [Int: Wait] = [:]
        var faults: [String] = []
    }

    /// A consumer that waits for an update.
    private struct Wait {
        let since: VirtualClock.Instant
        /// Says what is wrong if its state is not that of a moment.
        let missing: @Sendable (Moment) -> String?
    }

    private struct TakenBack: Error {}

    private let seed: UInt64
    private let executor: SeededExecutor
    private let state = Mutex(State())

    init(seed: UInt64, on executor: SeededExecutor) {
        self.seed = seed
        self.executor = executor
    }

    /// Runs it; throws at the first law that does not hold.
    func run() throws {
        try executor.run { [self] executor in
            var random = SeededGenerator(seed: seed &+ 0xDE51)
            let group = SourceGroup()
            let lists = [ListSource<Entry>(in: group), ListSource<Entry>(in: group)]
            let parameter = Parameter(random.below(5))
            let marks = (0..<4).map { Parameter($0) }
            let start = Origins(lists: [[], []], parameter: parameter.value, marks: marks.map(\.value))
            state.withLock { $0.moments = [(executor.clock.now, Moment(start))] }

            var graph = DerivedGraph(lists, parameter, marks)
            for _ in 0..<1 + random.below(8) { graph.grow(&random) }
            let views = graph.views
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<1 + random.below(4) {
                    // Those that come last are derived from most.
                    let view = views[max(random.below(views.count), random.below(views.count))]
                    let stream = self.random(100 + number)
                    let deadline: Duration? = random.oneIn(5) ? .milliseconds(random.below(20)) : nil
                    group.addTask { await self.consume(view, number, stream, until: deadline) }
                }
                group.addTask { await self.watchWaits() }
                let isCrowded = random.oneIn(4)
                for number in 0..<(isCrowded ? random.below(40) : 0) {
                    let (view, stream) = (views[random.below(views.count)], self.random(200 + number))
                    group.addTask { await self.read(view, 200 + number, stream) }
                }
                await withTaskGroup(of: Void.self) { writers in
                    for number in 0..<1 + random.below(isCrowded ? 12 : 3) {
                        let stream = self.random(number)
                        writers.addTask { await self.write(lists, parameter, marks, stream) }
                    }
                }
                try? await executor.clock.sleep(for: .seconds(1_000))
                self.checkWaits()
                for list in lists { await list.finish() }
                for parameter in [parameter] + marks { parameter.finish() }
            }
        }
        let faults = state.withLock { $0.faults }
        if let first = faults.first {
            let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
            throw Scenario.Broken(description: "seed \(seed), derived sources: \(first)\(more)")
        }
    }

    /// The random numbers of one task: they do not depend on the order in which all of them run.
    private func random(_ stream: Int) -> SeededGenerator {
        var random = SeededGenerator(seed: seed ^ UInt64(stream) &* 0x9E6C_63D0_876A_68EE)
        _ = random.next()
        return random
    }

    private func rest(_ random: inout SeededGenerator) async {
        if random.oneIn(2) {
            for _ in 0..<random.below(8) { await Task.yield() }
        } else {
            try? await executor.clock.sleep(for: .milliseconds(random.below(4)))
        }
    }

    // MARK: Writers

    private func write(
        _ lists: [ListSource<Entry>], _ parameter: Parameter<Int>, _ marks: [Parameter<Int>],
        _ generator: SeededGenerator
    ) async {
        var random = generator
        for _ in 0..<random.below(12) {
            // Without a rest, most is over before a consumer subscribes.
            if !random.oneIn(3) { await rest(&random) }
            let script = random.next()
            let isTakenBack = random.oneIn(6)
            switch random.below(7) {
            case 0:
                let value = random.below(5)
                changed { $0.parameter = value }
                parameter.set(value)
            case 6:
                let (number, value) = (random.below(marks.count), random.below(5))
                changed { $0.marks[number] = value }
                marks[number].set(value)
            case 1: await rest(&random)
            case 2:
                _ = try? await transaction(over: lists[0], lists[1]) { first, second in
                    try self.edit(&first, script)
                    try self.edit(&second, script &+ 1)
                    if isTakenBack { throw TakenBack() }
                    let contents = [first.snapshot.content, second.snapshot.content]
                    self.changed { $0.lists = contents }
                }
            default:
                let number = random.below(lists.count)
                _ = try? await lists[number].transaction { draft in
                    try self.edit(&draft, script)
                    if isTakenBack { throw TakenBack() }
                    let content = draft.snapshot.content
                    self.changed { $0.lists[number] = content }
                }
            }
        }
    }

    /// Records the next moment of the origins; the commit follows in the same job.
    private func changed(_ change: (inout Origins) -> Void) {
        state.withLock { state in
            guard let last = state.moments.last?.moment.origins else { return }
            var origins = last
            change(&origins)
            if origins != last { state.moments.append((executor.clock.now, Moment(origins))) }
        }
    }

    private func edit(_ draft: inout ListDraft<Entry>, _ script: UInt64) throws {
        var random = SeededGenerator(seed: script)
        for _ in 0..<random.below(5) {
            let (id, value) = (random.below(12), random.below(12))
            switch random.below(6) {
            case 0...1: draft.upsert(Entry(id: id, value: value))
            case 2:
                if draft[id: id] == nil {
                    try draft.insert(Entry(id: id, value: value), at: random.below(draft.count + 1))
                }
            case 3: if draft[id: id] != nil { try draft.remove(id: id) }
            case 4:
                if draft.count > 0 { try draft.move(from: random.below(draft.count), to: random.below(draft.count)) }
            default:
                let kept = draft.snapshot.filter { _ in random.oneIn(3) == false }
                try draft.replaceAll(with: kept.shuffled(using: &random))
            }
        }
    }
}

// MARK: Consumers

extension DerivedScenario {
    private func consume(
        _ view: any DerivedView, _ number: Int, _ generator: SeededGenerator, until deadline: Duration?
    ) async {
        guard let deadline else { return await view.followed(in: self, by: number, generator) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await view.followed(in: self, by: number, generator) }
            try? await executor.clock.sleep(for: deadline)
            group.cancelAll()
        }
    }

    /// Reads a node; one of three readers is cancelled in between.
    private func read(_ view: any DerivedView, _ number: Int, _ generator: SeededGenerator) async {
        var random = generator
        let yields = random.oneIn(3) ? random.below(40) : nil
        let stream = random
        guard let yields else { return await view.read(in: self, by: number, stream) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await view.read(in: self, by: number, stream) }
            for _ in 0..<yields { await Task.yield() }
            group.cancelAll()
        }
    }

    /// Follows a node until its end, or until the task is cancelled.
    func follow<Snapshot>(_ node: DerivedNode<Snapshot>, _ number: Int, _ generator: SeededGenerator) async {
        var random = generator
        if random.oneIn(2) { await rest(&random) }
        var position = momentCount - 1
        let subscription = await node.source.subscribe()
        var last = subscription.snapshot
        if !Task.isCancelled { position = find(last, of: node, from: position, number) ?? position }
        while true {
            if random.oneIn(3) { await rest(&random) }
            let asked = momentCount - 1
            waits(subscription, for: node, number)
            let update = await subscription.next()
            state.withLock { $0.waits[number] = nil }
            guard let update else { break }
            if !update.before.isIdentical(to: last) { fault(2, node, number, "\(update) does not start from \(last)") }
            if update.changes.isEmpty { fault(3, node, number, "\(update) is empty") }
            for violation in Snapshot.violations(of: update) {
                fault(violation.law.rawValue, node, number, "\(violation)")
            }
            last = update.after
            position = find(last, of: node, from: max(position, asked), number) ?? position
        }
        if Task.isCancelled { return }
        if let end = state.withLock({ $0.moments.last?.moment }), node.content(at: end) != last.plain {
            fault(13, node, number, "ended with \(last.plain), not with \(node.content(at: end))")
        }
    }

    /// Reads a node a few times: each state is one of a moment not older than the read, nor than the state before.
    ///
    /// Who is cancelled may be given an older state, but one of a moment nevertheless, or nothing at all.
    func read<Snapshot>(_ node: DerivedNode<Snapshot>, _ number: Int, _ generator: SeededGenerator) async {
        var random = generator
        var position = 0
        for _ in 0..<1 + random.below(4) {
            if random.oneIn(2) { await rest(&random) }
            let asked = momentCount - 1
            let snapshot = await node.source.snapshot
            if Task.isCancelled, snapshot.plain.isEmpty { continue }
            let start = Task.isCancelled ? position : max(position, asked)
            position = find(snapshot, of: node, from: start, number) ?? position
        }
    }

    private var momentCount: Int { state.withLock { $0.moments.count } }

    /// The first moment, from a position on, that makes the state; a fault if there is none.
    private func find<Snapshot>(
        _ snapshot: Snapshot, of node: DerivedNode<Snapshot>, from start: Int, _ number: Int
    ) -> Int? {
        let moments = state.withLock { $0.moments.map(\.moment) }
        let content = snapshot.plain
        if let found = moments[start...].firstIndex(where: { node.content(at: $0) == content }) { return found }
        let isOld = moments[..<start].contains { node.content(at: $0) == content }
        fault(isOld ? 5 : 14, node, number, "\(content) \(isOld ? "is out of date" : "belongs to no moment")")
        return nil
    }

    private func fault(_ law: Int, _ node: any DerivedView, _ number: Int, _ message: String) {
        state.withLock { $0.faults.append("law \(law): consumer \(number) of \(node.name): \(message)") }
    }
}

// MARK: Liveness

extension DerivedScenario {
    /// A consumer begins to wait for an update.
    private func waits<Snapshot>(
        _ subscription: SnapshotSubscription<Snapshot>, for node: DerivedNode<Snapshot>, _ number: Int
    ) {
        let from = subscription.snapshot
        let wait = Wait(since: executor.clock.now) { moment in
            // One who was given an update and was not resumed yet does not wait.
            guard subscription.snapshot.isIdentical(to: from), node.content(at: moment) != from.plain else {
                return nil
            }
            return "law 6: consumer \(number) of \(node.name) waits with \(from.plain) for \(node.content(at: moment))"
        }
        state.withLock { $0.waits[number] = wait }
    }

    private func watchWaits() async {
        for _ in 0..<12 {
            try? await executor.clock.sleep(for: .milliseconds(2))
            checkWaits()
        }
    }

    /// Virtual time passes only when nobody can go on: who has been waiting since before must have the last moment
    /// before.
    private func checkWaits() {
        let now = executor.clock.now
        let (waits, last) = state.withLock { state in
            (state.waits.values.filter { $0.since < now }, state.moments.last { $0.time < now }?.moment)
        }
        guard let last else { return }
        let faults = waits.compactMap { $0.missing(last) }
        state.withLock { $0.faults += faults }
    }
}
