import Foundation
import Testing

@testable import Ledger

struct CSVTests {
    private func records(of text: String, from position: Int = 0) throws -> [CSVReader.Record] {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(text.utf8).write(to: url)
        var reader = CSVReader(try FileHandle(forReadingFrom: url))
        var records: [CSVReader.Record] = []
        while let record = try reader.next() { records.append(record) }
        #expect(reader.position == text.utf8.count)
        let file = try FileHandle(forReadingFrom: url)
        #expect(try Fingerprint.of(first: reader.position, in: file) == reader.fingerprint)
        return records
    }

    @Test func `fields with quotes, commas and line ends`() throws {
        let records = try records(of: "a,\"b,\"\"c\"\"\",\"d\ne\"\r\n,,\nx,y,\"\"")
        #expect(records.map(\.fields) == [["a", "b,\"c\"", "d\ne"], ["", "", ""], ["x", "y", ""]])
        #expect(records.map(\.line) == [1, 3, 4])
    }

    @Test func `a malformed record costs its line and no other`() throws {
        let long = String(repeating: "x", count: 70_000)
        let text = "a,b\"c\n\"open,1\nok,2\n\"x\"y,3\n\(long),4\n\"\(long)\nend,5\n"
        let records = try records(of: text)
        #expect(records.map { $0.problem == nil } == [false, false, true, false, false, false, true])
        #expect(records.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
        #expect(records.last?.fields == ["end", "5"])
    }

    @Test func `what the generator writes is read again`() throws {
        let entries = Array(EntryGenerator(count: 5000, seed: 3))
        #expect(entries == Array(EntryGenerator(count: 5000, seed: 3)))
        #expect(entries != Array(EntryGenerator(count: 5000, seed: 4)))
        #expect(try records(of: entries.map(\.csv).joined()).map { try Entry($0) } == entries)
        #expect(entries.allSatisfy { Day.isValid($0.day) } && entries.map(\.day) == entries.map(\.day).sorted())
    }

    @Test func `days and amounts`() {
        #expect(["2024-02-29", "2000-02-29", "2023-12-31"].allSatisfy(Day.isValid))
        #expect(
            !["2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "24-01-01", "2024-1-1", ""].contains(
                where: Day.isValid))
        #expect(["-12.34", "0.05", "-0.05", "92233720368547758.07"].map(Cents.parse) == [-1234, 5, -5, .max])
        #expect(
            ["", "-", "1", "1.2", "1.234", "+1.00", "1,00", ".50", "99999999999999999999.00"].allSatisfy {
                Cents.parse($0) == nil
            })
        #expect([-123_456_789, 5, -5, 100].map(Cents.text) == ["-1,234,567.89", "0.05", "-0.05", "1.00"])
        #expect([0, 999, 1000, 1_234_567].map { Cents.grouped($0) } == ["0", "999", "1,000", "1,234,567"])
    }
}
