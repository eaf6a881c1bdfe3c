import DataSources
import TestKit
import Testing

/// Keysets, and the conditions that find a page by a row.
struct KeysetTests {
    private struct Entry: Identifiable, Equatable {
        let id: Int
        let a: Int
        let b: Int
        let c: Int
    }

    private typealias Entries = Keyset<Entry, Int>

    private static func keyset(_ directions: [SortDirection]) -> Entries {
        let keys: [(String, @Sendable (Entry) -> Int)] = [("a", \.a), ("b", \.b), ("c", \.c), ("id", \.id)]
        let columns = zip(keys, directions).map { key, direction in
            direction == .ascending
                ? Entries.Column.ascending(key.0, key.1) { $0 } : .descending(key.0, key.1) { $0 }
        }
        return Entries(columns[0], columns.dropFirst())
    }

    private static func clauses(
        _ directions: [SortDirection], _ place: RowPageRequest<Entry>.Place
    ) -> Entries.Clauses {
        keyset(directions).clauses(for: place) { "$\($0)" }
    }

    private static let entry = Entry(id: 4, a: 1, b: 2, c: 3)

    @Test func `columns of one direction are compared as row values`() {
        let up = Self.clauses([.ascending, .ascending, .ascending], .after(Self.entry))
        #expect(up.condition == #"("a", "b", "c") > ($1, $2, $3)"#)
        #expect(up.order == #""a", "b", "c""# && up.values == [1, 2, 3])
        let down = Self.clauses([.descending, .descending], .before(Self.entry))
        #expect(down.condition == #"("a", "b") > ($1, $2)"#)
        #expect(down.order == #""a", "b""#)
        #expect(Self.clauses([.descending], .from(Self.entry)).condition == #""a" <= $1"#)
    }

    @Test func `with mixed directions an index is searched with the first ones`() {
        let mixed = Self.clauses([.descending, .ascending], .after(Self.entry))
        #expect(mixed.condition == #""a" <= $1 AND ("a" < $1 OR "b" > $2)"#)
        #expect(mixed.order == #""a" DESC, "b""#)
        let three = Self.clauses([.descending, .descending, .ascending, .descending], .from(Self.entry))
        #expect(
            three.condition == """
                ("a", "b") <= ($1, $2) AND (("a", "b") < ($1, $2) OR "c" >= $3 AND ("c" > $3 OR "id" <= $4))
                """)
    }

    @Test func `the first and the last page have no condition, and names are quoted`() {
        let (start, end) = (Self.clauses([.ascending], .start), Self.clauses([.ascending], .end))
        #expect(start.condition == nil && start.order == #""a""# && start.values.isEmpty)
        #expect(end.condition == nil && end.order == #""a" DESC"#)
        let odd = Keyset<Entry, Int>(.ascending(#"a" OR "1"#, \.a) { $0 })
        #expect(odd.clauses(for: .start) { "\($0)" }.order == #""a"" OR ""1""#)
    }

    @Test func `a page has what was asked for, in the order of the list`() {
        let rows = (1...4).map { Entry(id: $0, a: 0, b: 0, c: 0) }
        let forward = RowPage(found: rows, for: RowPageRequest(.after(rows[0]), size: 3), at: 7)
        #expect(forward.rows.map(\.id) == [1, 2, 3] && forward.hasMore && forward.position == 7)
        let backward = RowPage(found: rows.reversed(), for: RowPageRequest(.end, size: 3), at: 7)
        #expect(backward.rows.map(\.id) == [2, 3, 4] && backward.hasMore)
        let last = RowPage(found: rows, for: RowPageRequest(.start, size: 4), at: 7)
        #expect(last.rows == rows && !last.hasMore)
    }

    /// The condition, read as its SQL means it.
    @Test(arguments: [false, true]) func `a condition holds for the rows on its side of a row, and no other`(
        isBackward: Bool
    ) throws {
        let entries = (0..<81).map { Entry(id: $0 % 3, a: $0 / 27, b: $0 / 9 % 3, c: $0 / 3 % 3) }
        for bits in 0..<16 {
            let directions = (0..<4).map { bits >> $0 & 1 == 0 ? SortDirection.ascending : .descending }
            let keyset = Self.keyset(directions)
            for entry in [entries[0], entries[13], entries[40], entries[80]] {
                for isInclusive in isBackward ? [false] : [false, true] {
                    let place: RowPageRequest<Entry>.Place =
                        isBackward ? .before(entry) : isInclusive ? .from(entry) : .after(entry)
                    let clauses = keyset.clauses(for: place) { "$\($0)" }
                    let condition = try #require(clauses.condition)
                    for other in entries {
                        let row = ["a": other.a, "b": other.b, "c": other.c, "id": other.id]
                        var parser = ConditionParser(condition, row: row, values: clauses.values)
                        let isFound = parser.disjunction()
                        let pairs = zip(["a", "b", "c", "id"], directions)
                        let key = ["a": entry.a, "b": entry.b, "c": entry.c, "id": entry.id]
                        let differing = pairs.first { row[$0.0] != key[$0.0] }
                        let isAfter = differing.map { (row[$0.0]! > key[$0.0]!) == ($0.1 == .ascending) }
                        #expect(isFound == (isAfter.map { $0 != isBackward } ?? isInclusive), "\(condition), \(other)")
                    }
                }
            }
        }
    }
}

/// Decides whether a row satisfies a condition, with the precedence of SQL: AND before OR.
private struct ConditionParser {
    private var tokens: [String]
    private let row: [String: Int]
    private let values: [Int]

    init(_ condition: String, row: [String: Int], values: [Int]) {
        let spaced = condition.map { "(),".contains($0) ? " \($0) " : String($0) }.joined()
        tokens = spaced.split(separator: " ").map(String.init).reversed()
        (self.row, self.values) = (row, values)
    }

    mutating func disjunction() -> Bool {
        var result = conjunction()
        while tokens.last == "OR" {
            tokens.removeLast()
            let next = conjunction()
            result = result || next
        }
        return result
    }

    private mutating func conjunction() -> Bool {
        var result = comparison()
        while tokens.last == "AND" {
            tokens.removeLast()
            let next = comparison()
            result = result && next
        }
        return result
    }

    private mutating func comparison() -> Bool {
        if tokens.last == "(", !isRowValue {
            tokens.removeLast()
            let result = disjunction()
            tokens.removeLast()
            return result
        }
        let left = numbers()
        let symbol = tokens.removeLast()
        let right = numbers()
        if left == right { return symbol.hasSuffix("=") }
        return left.lexicographicallyPrecedes(right) == symbol.hasPrefix("<")
    }

    /// Whether a list of names or placeholders follows, and not a condition.
    private var isRowValue: Bool { tokens.count > 2 && tokens[tokens.count - 3] == "," }

    private mutating func numbers() -> [Int] {
        var numbers: [Int] = []
        var depth = 0
        repeat {
            let token = tokens.removeLast()
            switch token {
            case "(": depth += 1
            case ")": depth -= 1
            case ",": break
            default: numbers.append(number(token))
            }
        } while depth > 0
        return numbers
    }

    private func number(_ token: String) -> Int {
        if token.hasPrefix("$") { return values[Int(token.dropFirst())! - 1] }
        return row[String(token.dropFirst().dropLast())]!
    }
}
