import DataSources
import DataSourcesTesting
import DataSourcesViews
import Observation
import Synchronization
import Testing

/// On real threads: everything that observers and displays see happens on the actor that they belong to, so nothing is
/// corrupted however the source is edited meanwhile (law 15).
///
/// An executor of its own knows its thread. The main actor's has none on Linux, and `preconditionIsolated` passes
/// there beside other work of the main actor; so its suite counts what overlaps.
struct OnTheActorLaws {
    /// Counts what happens elsewhere than on the thread of an actor.
    private final class Witness: Sendable {
        let executor = ThreadExecutor()
        let here = Atomic(0)
        let elsewhere = Atomic(0)

        func note() {
            if executor.isCurrent { here.add(1, ordering: .relaxed) } else { elsewhere.add(1, ordering: .relaxed) }
        }
    }

    private actor Screen {
        private let witness: Witness
        let list: ObservedList<Card>
        let sections: ObservedSections<Department, Card>

        nonisolated var unownedExecutor: UnownedSerialExecutor { witness.executor.asUnownedSerialExecutor() }

        init(
            _ list: ListSource<Card>, _ sections: SectionedSource<Department, Card>, _ witness: Witness
        ) {
            self.witness = witness
            self.list = ObservedList(of: list)
            self.sections = ObservedSections(of: sections)
        }

        func runList() async { await list.run() }
        func runSections() async { await sections.run() }

        /// Observes what a view reads, again after each change, as a view does.
        func watch() {
            let witness = witness
            withObservationTracking {
                _ = (list.snapshot, list.rows.map(\.value), list.rows.map(\.isPresent))
                _ = (sections.snapshot, sections.sections.map { ($0.header, $0.rows.map(\.value)) })
            } onChange: {
                witness.note()
            }
        }

        func edit(_ title: String) {
            list[0]?.title = title
            sections.sections.first?.rows.first?.title = title
        }
    }

    @Test func `observers are told of updates and of their edits on their actor`() async throws {
        let witness = Witness()
        defer { witness.executor.end() }
        let list = try ListSource((0..<20).map { Card($0) })
        let sections = try SectionedSource([ItemSection(Department(id: "a"), items: (0..<20).map { Card($0) })])
        let screen = Screen(list, sections, witness)
        let runs = [Task { await screen.runList() }, Task { await screen.runSections() }]
        for round in 0..<50 {
            await screen.watch()
            if round % 3 == 0 { await screen.edit("mine \(round)") }
            await list.settled(at: try await list.update(id: 1 + round % 10) { $0.title = "\(round)" })
            try await list.move(id: 15, to: round % 20)
            await sections.settled(at: try await sections.updateItem(id: 1 + round % 10) { $0.title = "\(round)" })
        }
        await list.finish()
        await sections.finish()
        for run in runs { await run.value }
        #expect(witness.elsewhere.load(ordering: .relaxed) == 0)
        #expect(witness.here.load(ordering: .relaxed) > 0)
    }
}

/// On the main actor and with real threads.
struct OnTheMainActorLaws {
    /// Counts how often two pieces of the main actor's work overlap.
    private final class Overlaps: Sendable {
        private let inside = Atomic(0)
        let count = Atomic(0)
        let told = Atomic(0)

        /// A piece of work that takes some time, or until it overlaps another one.
        func work() {
            var overlaps = inside.add(1, ordering: .sequentiallyConsistent).newValue > 1
            for _ in 0..<20_000 where !overlaps { overlaps = inside.load(ordering: .sequentiallyConsistent) > 1 }
            if overlaps { count.add(1, ordering: .relaxed) }
            inside.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    @Test @MainActor func `a row shows what it was set to, and nothing overlaps, while others edit`() async throws {
        let overlaps = Overlaps()
        var wrongReads = 0
        for round in 0..<20 {
            let list = try ListSource((0..<20).map { Card($0) })
            let sections = try SectionedSource([ItemSection(Department(id: "a"), items: (0..<20).map { Card($0) })])
            let (rows, groups) = (ObservedList(of: list), ObservedSections(of: sections))
            let runs = [Task { await rows.run() }, Task { await groups.run() }]
            let writer = Task.detached {
                for number in 0..<200 {
                    try await list.update(id: 1 + number % 19) { $0.title = "theirs \(number)" }
                    try await sections.updateItem(id: 1 + number % 19) { $0.title = "theirs \(number)" }
                }
            }
            for number in 0..<100 {
                withObservationTracking {
                    _ = (rows.snapshot, groups.snapshot, rows[1 + number % 19]?.value)
                } onChange: {
                    overlaps.told.add(1, ordering: .relaxed)
                    overlaps.work()
                }
                for row in [rows[0], groups.sections.first?.rows.first] {
                    row?.title = "mine \(round) \(number)"
                    if row?.title != "mine \(round) \(number)" { wrongReads += 1 }
                }
                overlaps.work()
                if number % 5 == 0 { await Task.yield() }
            }
            try await writer.value
            await list.finish()
            await sections.finish()
            for run in runs { await run.value }
        }
        #expect(wrongReads == 0)
        #expect(overlaps.count.load(ordering: .relaxed) == 0)
        #expect(overlaps.told.load(ordering: .relaxed) > 20)
    }
}
