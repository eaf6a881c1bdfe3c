import Console
import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
import TerminalViews
import Testing

@testable import Ledger

@Suite(.timeLimit(.minutes(1))) struct ViewsTests {
    private func expectTrue(_ views: Views, _ entries: [Entry], _ filter: String) async {
        let found = entries.filter { $0.matches(filter) }.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
        #expect(await Array(views.found.snapshot) == found)
        let months = Dictionary(grouping: found, by: \.month)
        let sections = await views.months.snapshot
        #expect(sections.map(\.header.id) == months.keys.sorted())
        for section in sections {
            #expect(section.header.total.cents == months[section.header.id]?.reduce(0) { $0 + $1.cents })
        }
        var (sum, sums) = (Int64(0), [String: Int64]())
        for month in months.keys.sorted() {
            sum += months[month]?.reduce(0) { $0 + $1.cents } ?? 0
            sums[month] = sum
        }
        #expect(await views.running.snapshot.value == sums)
        let balances = Dictionary(grouping: entries, by: \.account).mapValues { $0.reduce(0) { $0 + $1.cents } }
        let shown = await views.balances.snapshot.map { ($0.id, $0.value.cents) }
        #expect(Dictionary(uniqueKeysWithValues: shown) == balances)
        #expect(
            await views.total.snapshot.value == Total(entries: found.count, cents: found.reduce(0) { $0 + $1.cents }))
    }

    @Test func `months, running totals and balances follow the file and the filter`() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let pool = try LedgerFile.open(path, creates: true)
        let table = FollowedTable(Entry.query, in: pool)
        let views = Views(of: table.list)
        let task = Task { try await table.run() }
        for (sql, filter) in [
            ("", ""), ("UPDATE entry SET cents = cents * 2 WHERE id % 3 = 0", ""),
            ("UPDATE entry SET day = '2031-01-01' WHERE id = 5", "market"),
            ("DELETE FROM entry WHERE id < 100", "Salary"),
            ("UPDATE entry SET account = 'Nowhere' WHERE id = 300", ""), ("DELETE FROM entry", ""),
        ] {
            let (_, position) = try await table.write { database in
                if !sql.isEmpty { return try database.execute(sql: sql) }
                for entry in EntryGenerator(count: 2000, seed: 1) {
                    try database.execute(
                        sql: "INSERT INTO entry (day, account, payee, category, cents, note) VALUES (?, ?, ?, ?, ?, ?)",
                        arguments: [entry.day, entry.account, entry.payee, entry.category, entry.cents, entry.note])
                }
            }
            views.filter.set(filter)
            await table.shows(position)
            let entries = try await pool.read { database in
                try Entry.fetchAll(database, sql: "SELECT \(Entry.columns.joined(separator: ", ")) FROM entry")
            }
            await expectTrue(views, entries, filter)
        }
        task.cancel()
        _ = await task.result
    }

    @Test @MainActor func `every frame fills the window, whatever its size and what is typed`() async throws {
        let list = try ListSource(
            Array(EntryGenerator(count: 300, seed: 1).enumerated()).map { number, entry in
                var entry = entry
                entry.id = Int64(number)
                return entry
            })
        let screen = await Screen(
            of: Views(of: list), status: Parameter(.stale(FollowFailure(LedgerError("locked"), attempts: 2))))
        let task = Task { await screen.follow() }
        for await _ in screen.wishes {
            if screen.frame(in: Size(width: 120, height: 20), isFinal: false).contains(where: {
                $0.text.contains("total")
            }) {
                break
            }
        }
        for key: Key in [
            .character("/"), .character("a"), .enter, .down, .character(" "), .character("-"), .character("+"), .escape,
        ] {
            _ = screen.press(key, size: Size(width: 80, height: 24))
            for size in [
                Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 80, height: 24),
                Size(width: 200, height: 3),
            ] {
                let frame = screen.frame(in: size, isFinal: false)
                #expect(frame.count == min(size.height, frame.count) && frame.allSatisfy { $0.columns == size.width })
            }
        }
        #expect(screen.frame(in: Size(width: 80, height: 24), isFinal: false).count == 24)
        #expect(
            screen.frame(in: Size(width: 80, height: 24), isFinal: false)[0].text.contains("not up to date: locked"))
        task.cancel()
        await task.value
    }
}
