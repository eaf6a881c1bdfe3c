import DataSources
import DataSourcesTesting
import Synchronization

/// One run with derived sources: two lists that can change in one transaction, a parameter, a random graph of operators,
/// and consumers of some of its nodes.
///
/// It records every moment of the origins, in order. Every state that a consumer receives must be what the most obvious
/// code makes of one of these moments, and never of an older one than before.
final class DerivedScenario: Sendable {
    /// Everything is guarded by the mutex.
    ///
    /// A run has one thread, so what is read in one job fits together.
    private struct State {
        var moments: [Moment] = []
        var faults: [String] = []
    }

    private struct TakenBack: Error {}

    private let seed: UInt64
    private let state = Mutex(State())

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Runs it; throws at the first law that does not hold.
    func run(on executor: SeededExecutor) throws {
        try executor.run { [self] executor in
            var random = SeededGenerator(seed: seed &+ 0xDE51)
            let group = SourceGroup()
            let lists = [ListSource<Entry>(in: group), ListSource<Entry>(in: group)]
            let parameter = Parameter(random.below(5))
            state.withLock { $0.moments = [Moment(lists: [[], []], parameter: parameter.value)] }

            var nodes = lists.enumerated().map { number, list in
                DerivedNode(name: "list\(number)", source: list) { $0.lists[number] }
            }
            for _ in 0..<1 + random.below(6) {
                nodes.append(.derived(from: nodes, by: parameter, &random))
            }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<1 + random.below(4) {
                    let node = nodes[random.below(nodes.count)]
                    let stream = self.random(100 + number)
                    let deadline: Duration? = random.oneIn(5) ? .milliseconds(random.below(20)) : nil
                    group.addTask { await self.consume(node, number, stream, until: deadline, executor) }
                }
                await withTaskGroup(of: Void.self) { writers in
                    for number in 0..<1 + random.below(3) {
                        let stream = self.random(number)
                        writers.addTask { await self.write(lists, parameter, stream, executor) }
                    }
                }
                try? await executor.clock.sleep(for: .seconds(1_000))
                for list in lists { await list.finish() }
                parameter.finish()
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

    private func rest(_ random: inout SeededGenerator, _ executor: SeededExecutor) async {
        if random.oneIn(2) {
            for _ in 0..<random.below(8) { await Task.yield() }
        } else {
            try? await executor.clock.sleep(for: .milliseconds(random.below(4)))
        }
    }

    // MARK: Writers

    private func write(
        _ lists: [ListSource<Entry>], _ parameter: Parameter<Int>, _ generator: SeededGenerator,
        _ executor: SeededExecutor
    ) async {
        var random = generator
        for _ in 0..<random.below(8) {
            let script = random.next()
            let isTakenBack = random.oneIn(6)
            switch random.below(6) {
            case 0:
                let value = random.below(5)
                changed { $0.parameter = value }
                parameter.set(value)
            case 1: await rest(&random, executor)
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
    private func changed(_ change: (inout Moment) -> Void) {
        state.withLock { state in
            guard var moment = state.moments.last else { return }
            change(&moment)
            if moment != state.moments.last { state.moments.append(moment) }
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

    // MARK: Consumers

    private func consume(
        _ node: DerivedNode, _ number: Int, _ generator: SeededGenerator, until deadline: Duration?,
        _ executor: SeededExecutor
    ) async {
        guard let deadline else { return await follow(node, number, generator, executor) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.follow(node, number, generator, executor) }
            try? await executor.clock.sleep(for: deadline)
            group.cancelAll()
        }
    }

    private func follow(
        _ node: DerivedNode, _ number: Int, _ generator: SeededGenerator, _ executor: SeededExecutor
    ) async {
        var random = generator
        await rest(&random, executor)
        var position = momentCount - 1
        let subscription = await node.source.subscribe()
        var last = subscription.snapshot
        if !Task.isCancelled { position = find(last, of: node, from: position, number) ?? position }
        while true {
            if random.oneIn(3) { await rest(&random, executor) }
            let asked = momentCount - 1
            guard let update = await subscription.next() else { break }
            if !update.before.isIdentical(to: last) { fault(2, node, number, "\(update) does not start from \(last)") }
            if update.changes.isEmpty { fault(3, node, number, "\(update) is empty") }
            for violation in Oracle.violations(
                of: update.changes, from: update.before.content, to: update.after.content)
            {
                fault(violation.law.rawValue, node, number, "\(violation)")
            }
            last = update.after
            position = find(last, of: node, from: max(position, asked), number) ?? position
        }
        if Task.isCancelled { return }
        if let end = state.withLock({ $0.moments.last }), node.model(end) != last.content {
            fault(13, node, number, "ended with \(last), not with \(node.model(end))")
        }
    }

    private var momentCount: Int { state.withLock { $0.moments.count } }

    /// The first moment, from a position on, that makes the state; a fault if there is none.
    private func find(_ snapshot: ListSnapshot<Entry>, of node: DerivedNode, from start: Int, _ number: Int) -> Int? {
        let moments = state.withLock { $0.moments }
        let content = snapshot.content
        if let found = moments[start...].firstIndex(where: { node.model($0) == content }) { return found }
        let isOld = moments[..<start].contains { node.model($0) == content }
        fault(isOld ? 5 : 14, node, number, "\(content) \(isOld ? "is out of date" : "belongs to no moment")")
        return nil
    }

    private func fault(_ law: Int, _ node: DerivedNode, _ number: Int, _ message: String) {
        state.withLock { $0.faults.append("law \(law): consumer \(number) of \(node.name): \(message)") }
    }
}
