/// A day of the calendar, without a time and a zone.
public struct Day: Hashable, Sendable, Codable {
    /// Year, month and day, such as `2026-11-03`.
    public let text: String

    /// Reads a day.
    ///
    /// - Throws: ``Refusal`` that says why the text is no day.
    public init(_ text: String) throws(Refusal) {
        let isWritten =
            text.utf8.count == 10
            && zip(text.utf8, "0000-00-00".utf8).allSatisfy { byte, form in
                form == UInt8(ascii: "-") ? byte == form : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        let numbers = isWritten ? text.split(separator: "-").compactMap { Int($0) } : []
        guard numbers.count == 3 else {
            throw Self.refusal(text, "a day is written as year, month and day, such as 2026-11-03")
        }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard year > 0 else { throw Self.refusal(text, "years begin with 0001") }
        guard (1...12).contains(month) else { throw Self.refusal(text, "months are 01 to 12") }
        let days = Self.days(in: month, of: year)
        guard (1...days).contains(day) else { throw Self.refusal(text, "the days of that month are 01 to \(days)") }
        self.text = text
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func refusal(_ text: String, _ reason: String) -> Refusal {
        Refusal(.noSuchDay, "\(text.prefix(utf8: 64)) is no day: \(reason)")
    }

    /// Reads a day.
    ///
    /// - Throws: ``Refusal`` that says why the text is no day; an error of the decoder.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text.
    ///
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
