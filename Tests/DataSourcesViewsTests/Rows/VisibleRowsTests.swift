import DataSources
import DataSourcesViews
import TestKit
import Testing

struct VisibleRowsTests {
    private let visible: VisibleRows<Worker, any Cell>

    init() throws {
        visible = VisibleRows(try RowFactory.sample())
    }

    private static let workers = (0..<100_000).map { Worker($0, "\($0)") }

    private var names: [String] { visible.rows.map(\.item.name) }

    private func log(_ id: Int) -> [String]? { visible[id]?.log }

    @Test func `only visible rows are made, and scrolling uses views again`() throws {
        let many = try ListSnapshot(Self.workers)
        try visible.show(0..<50, of: many)
        #expect((visible.configured, visible.pool.made) == (50, 50))
        let changes = try visible.show(10..<60, of: many)
        #expect(changes.appeared.map(\.id) == Array(50..<60))
        #expect(changes.disappeared.map(\.id) == Array(0..<10))
        #expect((visible.configured, visible.pool.made, visible.updated) == (60, 50, 0))
        #expect(names == (10..<60).map { "\($0)" })
    }

    @Test func `an update touches only what is new or has changed, and is visible`() throws {
        let many = try ListSnapshot(Self.workers)
        try visible.show(0..<50, of: many)
        let cells: [Int: any Cell] = Dictionary(uniqueKeysWithValues: visible.rows.map { ($0.id, $0.view) })
        var draft = try ListDraft(many)
        try draft.update(id: 7) { $0.name = "seven" }
        try draft.update(id: 70_000) { $0.name = "far away" }
        try draft.move(id: 3, to: 20)
        try draft.remove(id: 5)
        try draft.insert(Worker(200_000, "new"), at: 0)
        let changes = try visible.show(0..<50, of: draft.snapshot)
        #expect(changes.appeared.map(\.id) == [200_000])
        #expect(changes.updated.map(\.id) == [7])
        #expect(changes.disappeared.map(\.id) == [5])
        #expect((visible.configured, visible.updated, visible.pool.made) == (51, 1, 50))
        #expect(log(7) == ["7", "seven"])
        #expect(visible.rows.filter { $0.view !== cells[$0.id] && $0.id != 200_000 }.isEmpty)
        #expect(names == draft.snapshot.prefix(50).map(\.name))
    }

    @Test func `nothing happens if nothing visible has changed`() throws {
        let many = try ListSnapshot(Self.workers)
        try visible.show(0..<50, of: many)
        var draft = try ListDraft(many)
        try draft.update(id: 51) { $0.name = "below" }
        let changes = try visible.show(0..<50, of: draft.snapshot)
        #expect(changes.appeared.isEmpty && changes.updated.isEmpty && changes.disappeared.isEmpty)
        #expect((visible.configured, visible.updated) == (50, 0))
    }

    @Test func `an item whose kind changes gets another view`() throws {
        try visible.show([Worker(1, "a"), Worker(2, "b")])
        let changes = try visible.show([Worker(1, "a", .boss), Worker(2, "b")])
        #expect(visible[1] is ManagerCell)
        #expect(changes.appeared.map(\.kind) == ["boss"])
        #expect(changes.disappeared.map(\.kind) == ["worker"])
        #expect(visible.updated == 0)
        #expect(log(2) == ["b"])
    }

    @Test func `T24: what stays is updated in place while others come and go, in one call`() throws {
        func rows(_ ids: [Int], _ language: String) -> [Worker] { ids.map { Worker($0, "\(language) \($0)") } }
        let (few, all) = (rows([1, 2, 3, 4, 6, 7], "en"), rows(Array(1...10), "de"))
        try visible.show(few)
        let there = try visible.show(all)
        #expect(there.updated.map(\.id) == [1, 2, 3, 4, 6, 7])
        #expect(there.appeared.map(\.id) == [5, 8, 9, 10])
        #expect(log(4) == ["en 4", "de 4"])
        let back = try visible.show(few)
        #expect(back.updated.count == 6)
        #expect(back.disappeared.map(\.id) == [5, 8, 9, 10])
    }

    @Test func `ranges and paths outside the list show what there is`() throws {
        let many = try ListSnapshot(Self.workers)
        try visible.show(-5..<3, of: many)
        #expect(names == ["0", "1", "2"])
        try visible.show(200_000..<300_000, of: many)
        #expect(names == [])
        let sections = try SectionedSnapshot([
            ItemSection(Department(id: "a"), items: [Worker(1, "x"), Worker(2, "y")])
        ])
        try visible.show(
            [ItemPath(section: 0, item: 1), ItemPath(section: 4, item: 0), ItemPath(section: -1, item: 0)], of: sections
        )
        #expect(names == ["y"])
    }

    @Test func `an item without a row is an error, and then nothing is visible and no view is lost`() throws {
        let strict = VisibleRows(
            try RowFactory<Worker, any Cell>(kind: { RowKind($0.name) }) {
                Row("a") {
                    PlainCell()
                } configure: {
                    $0.log.append($1.name)
                }
            })
        try strict.show([Worker(1, "a"), Worker(2, "a")])
        let error = #expect(throws: RowError.self) {
            try strict.show([Worker(1, "a"), Worker(3, "a"), Worker(4, "b")])
        }
        #expect(error?.kinds == ["b"])
        #expect(strict.rows.isEmpty)
        #expect((strict.pool.count, strict.pool.made) == (2, 2))
        try strict.show([Worker(1, "a")])
        #expect(strict.pool.made == 2)
    }

    @Test func `a handler may show other rows`() throws {
        final class Owner { var rows: VisibleRows<Worker, any Cell>? }
        let owner = Owner()
        owner.rows = VisibleRows(
            try RowFactory<Worker, any Cell> {
                Row("a") {
                    PlainCell()
                } configure: { [unowned owner] cell, item in
                    if item.id == 1 { _ = try? owner.rows?.show([Worker(2, "b"), Worker(3, "c")]) }
                }
            })
        let changes = try owner.rows?.show([Worker(1, "a"), Worker(2, "b")])
        #expect(owner.rows?.rows.map(\.id) == [2, 3])
        #expect(changes?.appeared.map(\.id) == [1, 2, 3])
    }

    @Test func `law 15: ids that lie and items that do not equal themselves do no harm`() throws {
        struct Liar: Identifiable, Equatable {
            let id: Double
            var value = Double.nan
        }
        let factory = try RowFactory<Liar, any Cell> {
            Row("a") {
                PlainCell()
            } configure: {
                $0.log.append("\($1.id)")
            }
        }
        let liars = VisibleRows(factory)
        for _ in 0..<3 { try liars.show([Liar(id: .nan), Liar(id: 1), Liar(id: 1), Liar(id: .nan)]) }
        #expect(liars.rows.count == 4)
        #expect(Set(liars.rows.map { ObjectIdentifier($0.view) }).count == 4)
        try liars.show([])
        #expect(liars.pool.count == liars.pool.made)
    }

    @Test(arguments: seeds(30)) func `views, counts and pool are those of an obvious list`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (shown, configured, updated): ([Int: Worker], Int, Int) = ([:], 0, 0)
        for _ in 0..<20 {
            var items: [Worker] = []
            for id in 0..<12 where random.below(2) == 0 {
                items.append(Worker(id, "\(random.below(3))", random.below(8) == 0 ? .boss : .clerk))
            }
            items.shuffle(using: &random)
            for item in items {
                let old = shown[item.id]
                if old?.role != item.role { configured += 1 } else if old != item { updated += 1 }
            }
            shown = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
            try visible.show(items)
            #expect(visible.rows.map(\.item) == items)
            #expect(Set(visible.rows.map { ObjectIdentifier($0.view) }).count == items.count)
            for row in visible.rows {
                let last = row.view.log.last ?? ""
                #expect(last.hasSuffix(row.item.name), "seed \(seed)")
                #expect((row.view is ManagerCell) == (row.item.role == .boss))
            }
            #expect((visible.configured, visible.updated) == (configured, updated), "seed \(seed)")
            #expect(visible.pool.count + items.count == visible.pool.made)
        }
    }

    @Test func `kinds that overlap, and answer otherwise the next time, leave each view with a kind of its type`()
        throws
    {
        let asked = Shared(0)
        let visible = VisibleRows<Worker, any Cell>(
            try RowFactory {
                Row(
                    "now and then",
                    where: { (_: Worker) in
                        asked.change {
                            $0 += 1; return $0 % 2 == 0
                        }
                    }
                ) {
                    ManagerCell()
                } configure: {
                    $0.log.append($1.name)
                }
                Row("all") {
                    PlainCell()
                } configure: {
                    $0.log.append($1.name)
                }
            })
        for round in 0..<20 {
            try visible.show((round..<round + 7).map { Worker($0, "\($0) \(round)") })
            for row in visible.rows {
                #expect((row.kind == "all") == (row.view is PlainCell))
                #expect(row.view.log.last == row.item.name)
            }
        }
    }
}
