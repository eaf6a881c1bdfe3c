import DataSources
import DataSourcesTesting

/// What people ask for in public threads, beside what they write by hand.
enum AskedBenchmark {
    static let title = "What people ask for: a change until the subscriber has the update (CPU time, median)"

    static let rows =
        boardRows + ["collapsingSections", "sortedSections", "joined(toOne:)", movedRow, idsRow, rowsByIDRow]
    static let movedRow = "one row in 50 moved"

    static let boardRows = [
        "sectioned into a list: start", "sectioned into a list: an edit", "sectioned into a list: a drag",
        "sectioned into a list: a rename", "sectioned into a list: a reorder",
    ]
    static let (idsRow, rowsByIDRow) = ("all ids, as ForEach reads them", "50 rows by id, as ForEach reads them")

    static func measure(into report: inout Report, quick: Bool) async throws {
        let (size, turns) = quick ? (10_000, 40) : (100_000, 100)
        for row in rows where report.wants(row) {
            switch row {
            case boardRows[0]: try await measureStart(into: &report, Board(size), rounds: quick ? 5 : 15)
            case idsRow: try measureIDs(into: &report, size: size, quick: quick)
            case rowsByIDRow: try measureRowsByID(into: &report, size: size, quick: quick)
            case "collapsingSections":
                let race = try collapsed(row, Board(size / 2, in: size / 200))
                try await race.measure(into: &report, size: size / 2, turns: turns, title: title)
            case "sortedSections":
                try await sorted(row, Board(size)).measure(into: &report, size: size, turns: turns, title: title)
            case "joined(toOne:)":
                try await joined(row, Board(size)).measure(into: &report, size: size, turns: turns, title: title)
            case movedRow:
                // The difference by hand takes seconds.
                try await moved(row, Board(size)).measure(into: &report, size: size, turns: 5, title: title)
            default:
                try await race(row, Board(size)).measure(into: &report, size: size, turns: turns, title: title)
                if let race = try groupedRace(row, Board(size)) {
                    try await race.measure(into: &report, size: size, turns: turns, title: title, isBesideHand: false)
                }
            }
        }
    }
}

/// Cards in columns, as sources and as arrays.
///
/// A card's salary is the id of its column.
final class Board {
    let size: Int
    let columns: Int
    let cards: ListSource<Employee>
    let headers: ListSource<Employee>
    var plainCards: [Employee]
    var plainHeaders: [Employee]

    convenience init(_ size: Int) throws { try self.init(size, in: size / 50) }

    init(_ size: Int, in columns: Int) throws {
        (self.size, self.columns) = (size, columns)
        plainCards = (0..<size).map { id in
            var card = Employee(id)
            card.salary = id * 7_919 % columns
            return card
        }
        plainHeaders = (0..<columns).map { Employee($0) }
        cards = try ListSource(plainCards)
        headers = try ListSource(plainHeaders)
    }

    /// The id of the card that a change is about: another one each time.
    func card(_ turn: Int) -> Int { turn * 7_919 % size }

    /// The id of the column that a change is about: another one each time.
    func column(_ turn: Int) -> Int { turn * 7 % columns }

    /// The cards by their columns, from scratch.
    func sections() -> [PlainSection<Employee, Employee>] {
        let groups = Dictionary(grouping: plainCards) { $0.salary }
        return plainHeaders.map { PlainSection($0, groups[$0.id] ?? []) }
    }
}
