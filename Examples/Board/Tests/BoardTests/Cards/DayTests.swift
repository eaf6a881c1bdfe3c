import Foundation
import Testing

@testable import BoardKit

@Suite struct DayTests {
    @Test func `A text is a day if the calendar has it`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var days = 0
        for year in [1600, 1900, 2000, 2023, 2024, 2026, 2100, 2400, 9999] {
            for month in 0...13 {
                for day in 0...32 {
                    let text = String(format: "%04d-%02d-%02d", year, month, day)
                    let components = DateComponents(calendar: calendar, year: year, month: month, day: day)
                    #expect(((try? Day(text)) != nil) == components.isValidDate, "\(text)")
                    days += components.isValidDate ? 1 : 0
                }
            }
        }
        #expect(days == 9 * 365 + 4)
        #expect(try Day("0001-01-01").text == "0001-01-01")
    }

    @Test(arguments: [
        ("2026-02-29", "the days of that month are 01 to 28"), ("2026-04-31", "the days of that month are 01 to 30"),
        ("2026-11-00", "the days of that month are 01 to 30"), ("2026-00-01", "months are 01 to 12"),
        ("2026-13-01", "months are 01 to 12"), ("0000-01-01", "years begin with 0001"),
        ("", "such as 2026-11-03"), ("2026-11-3", "such as 2026-11-03"), ("2026-11-03 ", "such as 2026-11-03"),
        ("+026-11-03", "such as 2026-11-03"), ("2026/11/03", "such as 2026-11-03"),
        ("12026-11-03", "such as 2026-11-03"),
        ("2026-11-03T00:00Z", "such as 2026-11-03"), ("2026-11-03\0", "such as 2026-11-03"),
        ("２０２６-11-03", "such as 2026-11-03"), ("-------1-0", "such as 2026-11-03"), ("--", "such as 2026-11-03"),
    ])
    func `What is no day is refused, and the message says why`(_ text: String, _ reason: String) throws {
        let refusal = try #require(#expect(throws: Refusal.self) { try Day(text) })
        #expect(refusal.code == .noSuchDay)
        #expect(refusal.message.hasPrefix(text.prefix(utf8: 64)) && refusal.message.hasSuffix(reason))
    }

    @Test func `A message repeats little of a long text`() throws {
        let refusal = try #require(#expect(throws: Refusal.self) { try Day(String(repeating: "2", count: 60_000)) })
        #expect(refusal.message.utf8.count < 200)
    }
}
