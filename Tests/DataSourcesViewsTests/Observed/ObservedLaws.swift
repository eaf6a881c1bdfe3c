import DataSources
import DataSourcesTesting
import DataSourcesViews
import Observation
import TestKit
import Testing

/// An actor that observes every row, header and list of sections, each with an observer of its own.
private actor Observers {
    let list: ObservedSections<Department, Card>
    /// How often each observer of this round was told.
    private var told = Shared<[String: Int]>([:])
    private var rows: [Int: ObservedRow<Card>] = [:]
    private var sections: [String: ObservedSection<Department, Card>] = [:]

    init(of source: SectionedSource<Department, Card>) {
        list = ObservedSections(of: source, rowsKept: 5)
    }

    func run() async { await list.run() }

    private func watch(_ name: String, _ body: () -> Void) {
        let told = told
        withObservationTracking(body) {
            told.change { $0[name, default: 0] += 1 }
        }
    }

    /// Holds what is there now, and observes it.
    func watchAll() {
        told = Shared([:])
        (rows, sections) = ([:], [:])
        watch("sections") { _ = list.sections.count }
        watch("section ids") { _ = list.sectionIDs.count }
        watch("snapshot") { _ = list.snapshot }
        for section in list.sections {
            sections[section.id] = section
            watch("header \(section.id)") { _ = section.header }
            watch("rows \(section.id)") { _ = section.rows.count }
            watch("ids \(section.id)") { _ = section.ids.first }
            for row in section.rows {
                rows[row.id] = row
                watch("\(row.id)") { _ = row.value }
                watch("presence \(row.id)") { _ = row.isPresent }
            }
        }
        // Objects that were let go while others were made have told their readers; only now are all of them held.
        for (id, row) in rows where told.value["\(id)"] != nil {
            watch("\(id)") { _ = row.value }
            watch("presence \(id)") { _ = row.isPresent }
        }
        for id in ObservedLaws.ids { watch("row \(id)") { _ = list[id: id] } }
        for id in ObservedLaws.sectionIDs { watch("section \(id)") { _ = list[sectionID: id] } }
        told.change { $0 = [:] }
    }

    func toldThisRound() -> [String: Int] { told.value }

    /// What is wrong with what is shown and with the objects that were held.
    func faults(in state: SectionedSnapshot<Department, Card>) -> [String] {
        var faults: [String] = []
        if list.sections.map(\.header) != state.map(\.header) {
            faults.append("headers \(list.sections.map(\.header))")
        }
        for (section, expected) in zip(list.sections, state) where section.rows.map(\.value) != Array(expected.items) {
            faults.append("rows of \(section.id): \(section.rows.map(\.value))")
        }
        for section in list.sections {
            if let held = sections[section.id], held !== section { faults.append("another object for \(section.id)") }
            for row in section.rows {
                if let held = rows[row.id], held !== row { faults.append("another object for \(row.id)") }
            }
        }
        if Array(list.sectionIDs) != state.map(\.id) { faults.append("section ids \(Array(list.sectionIDs))") }
        for (section, expected) in zip(list.sections, state) where section.ids.map(\.self) != expected.items.map(\.id) {
            faults.append("ids of \(section.id): \(Array(section.ids))")
        }
        // The last one first: nothing that stands beside it has been asked for.
        for id in ObservedLaws.ids.reversed() {
            let byPosition = state.path(of: id).flatMap { list[section: $0.section]?[$0.item] }
            if list[id: id] !== byPosition { faults.append("another object for \(id) by its id") }
        }
        for id in ObservedLaws.sectionIDs {
            let byPosition = state.sectionPosition(of: id).flatMap { list[section: $0] }
            if list[sectionID: id] !== byPosition { faults.append("another object for \(id) by its id") }
        }
        for (id, row) in rows where row.isPresent != (state.path(of: id) != nil) {
            faults.append("\(id) is \(row.isPresent ? "" : "not ")present")
        }
        return faults
    }
}

struct ObservedLaws {
    /// All ids that items and sections can have.
    static let (ids, sectionIDs) = (0..<30, ["a", "b", "c", "d"])

    @Test(arguments: seeds(20))
    func `everyone is told what has changed for them once, and nothing else`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let names = ["a", "b", "c"]
            let source = try SectionedSource(
                names.enumerated().map { place, name in
                    ItemSection(Department(id: name), items: (0..<6).map { Card(place * 10 + $0) })
                })
            let observers = Observers(of: source)
            let run = Task(executorPreference: executor) { await observers.run() }
            await executor.settle()
            for _ in 0..<10 {
                await observers.watchAll()
                let before = source.snapshot
                let edits = (0...random.below(3)).map { _ in ObservedLaws.edit(&random) }
                try await source.transaction { draft in for edit in edits { try? edit(&draft) } }
                await executor.settle()
                let after = source.snapshot
                #expect(await observers.faults(in: after) == [], "seed \(seed)")
                let expected = ObservedLaws.expected(before, after)
                let told = await observers.toldThisRound()
                #expect(told == Dictionary(uniqueKeysWithValues: expected.map { ($0, 1) }), "seed \(seed)")
            }
            run.cancel()
            await run.value
        }
    }

    private static func edit(
        _ random: inout Random
    ) -> @Sendable (inout SectionedDraft<Department, Card>) throws -> Void {
        let (kind, id, other, number) = (random.below(8), random.below(30), random.below(30), random.below(1_000))
        let (section, place) = (["a", "b", "c", "d"][random.below(4)], random.below(5))
        return { draft in
            switch kind {
            case 0, 1: try draft.updateItem(id: id) { $0.title = "\(number)" }
            case 2: try draft.removeItem(id: id)
            case 3: try draft.appendItem(Card(id, "new"), toSection: section)
            case 4: try draft.moveItem(id: id, before: other)
            case 5: try draft.updateSection(id: section) { $0.title = "\(number)" }
            case 6:
                if draft.contains(sectionID: section) {
                    try draft.removeSection(id: section)
                } else {
                    try draft.insertSection(ItemSection(Department(id: section)), at: min(place, draft.count))
                }
            default: try draft.moveSection(id: section, to: min(place, draft.count - 1))
            }
        }
    }

    /// Who has to be told, by the most obvious comparison; whoever watches what is gone is told nothing but that.
    private static func expected(
        _ before: SectionedSnapshot<Department, Card>, _ after: SectionedSnapshot<Department, Card>
    ) -> Set<String> {
        var expected: Set<String> = before == after ? [] : ["snapshot"]
        if before.map(\.id) != after.map(\.id) {
            expected.formUnion(["sections", "section ids"])
            // A read of one section by id also reads the order of the sections.
            expected.formUnion(sectionIDs.map { "section \($0)" })
        }
        for old in before {
            guard let new = after[sectionID: old.id] else { continue }
            if old.header != new.header { expected.insert("header \(old.id)") }
            if old.items.map(\.id) != new.items.map(\.id) { expected.formUnion(["rows \(old.id)", "ids \(old.id)"]) }
        }
        for old in before.items {
            let new = after[id: old.id]
            if new == nil { expected.insert("presence \(old.id)") } else if new != old { expected.insert("\(old.id)") }
        }
        let hasArrivals = !Set(after.ids).isSubset(of: before.ids)
        for id in ids where before[id: id] == nil ? hasArrivals : after[id: id] == nil { expected.insert("row \(id)") }
        return expected
    }
}

struct ObservedSectionsTests {
    @Test func `objects are made for what is read, and sections without items are sections`() async throws {
        let sections = try (0..<1_000).map { id in
            ItemSection(Department(id: "\(id)"), items: try ListSnapshot((0..<id % 3).map { Card(id * 10 + $0) }))
        }
        let source = try SectionedSource(sections)
        let screen = SectionScreen(of: source)
        #expect(await screen.read { [$0.sections.count, $0.rowsInMemory] } == [1_000, 0])
        #expect(await screen.read { $0[section: 3]?.rows.count } == 0)
        #expect(await screen.read { $0[section: 5]?[1]?.id } == 51)
        #expect(await screen.read { $0[section: 5]?[2]?.id } == nil)
        #expect(await screen.read { $0[section: 1_000] === nil && $0[section: -1] === nil })
        #expect(await screen.read { list in list.sections[4] === list.sections[4] })
        #expect(await screen.read { $0.rowsInMemory } == 1)
    }

    @Test func `rows of sections are edited as those of lists are`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try SectionedSource([ItemSection(Department(id: "a"), items: [Card(1)])])
            let screen = SectionScreen(of: source)
            let run = Task(executorPreference: executor) { await screen.run() }
            await screen.change { $0.sections[0].rows[0].title = "x" }
            await executor.settle()
            #expect(source.snapshot[id: 1]?.title == "x")
            #expect(await screen.read { $0.isEditable })
            #expect(ObservedSections(of: source).isEditable)
            #expect(await !ObservedSections(of: source.filter { _ in true }).isEditable)
            run.cancel()
            await run.value
        }
    }

    @Test func `a mirror that is dropped releases its source and its rows`() async throws {
        weak let source: SectionedSource<Department, Card>?
        let row: ObservedRow<Card>?
        do {
            let strong = try SectionedSource([ItemSection(Department(id: "a"), items: [Card(1)])])
            source = strong
            let list = ObservedSections(of: strong)
            row = list.sections[0].rows[0]
            #expect(row?.title == "")
        }
        #expect(source == nil)
        row?.title = "x"
        #expect(row?.rejection as? ObservedError == .outdated)
    }
}

private actor SectionScreen {
    let list: ObservedSections<Department, Card>

    init(of source: SectionedSource<Department, Card>) {
        list = ObservedSections(of: source)
    }

    func run() async { await list.run() }

    func change(_ body: @Sendable (ObservedSections<Department, Card>) -> Void) { body(list) }

    func read<Value: Sendable>(_ body: @Sendable (ObservedSections<Department, Card>) -> Value) -> Value { body(list) }
}
