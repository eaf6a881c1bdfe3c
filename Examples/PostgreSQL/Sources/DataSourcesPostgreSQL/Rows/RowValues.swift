/// The values of a row's columns, as PostgreSQL writes them as text.
///
/// Dates and times are in ISO form and in UTC, `bytea` is in hexadecimal form.
public struct RowValues: Sendable {
    /// A value in the bytes of a message.
    enum Value: Equatable, Sendable {
        case null
        /// It is not in the stream, because the update did not touch it.
        case unchanged
        case text(Range<Int>)
    }

    let columns: [String]
    /// The messages that the ranges are in.
    var bytes: [UInt8]
    var values: [Value]

    /// Creates the values of a row from texts, for tests of a row type.
    public init(_ texts: KeyValuePairs<String, String?>) {
        (columns, bytes, values) = (texts.map(\.key), [], [])
        for (_, text) in texts {
            guard let text else {
                values.append(.null)
                continue
            }
            let start = bytes.count
            bytes += text.utf8
            values.append(.text(start..<bytes.count))
        }
    }

    init(columns: [String], bytes: [UInt8], values: [Value]) {
        (self.columns, self.bytes, self.values) = (columns, bytes, values)
    }

    /// Whether any value was not sent.
    var hasUnchanged: Bool { values.contains(.unchanged) }

    /// How many bytes the values have.
    var size: Int {
        values.reduce(0) { sum, value in if case .text(let range) = value { sum + range.count } else { sum } }
    }

    private func value(_ column: String) throws(PostgresError) -> Value {
        guard let index = columns.firstIndex(of: column), index < values.count else {
            throw PostgresError(.noColumn, "the row type asks for the column \"\(column)\"; add it to its `columns`")
        }
        return values[index]
    }

    // MARK: Reading

    /// Whether a column is NULL.
    public func isNull(_ column: String) throws -> Bool {
        try value(column) == .null
    }

    /// Whether a value was not sent, because an update did not touch it.
    public func isUnchanged(_ column: String) throws -> Bool {
        try value(column) == .unchanged
    }

    /// The text of a column that is not NULL.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - unchanged: The value to take if an update did not touch it.
    /// - Returns: The text.
    /// - Throws: ``PostgresError`` if it is NULL.
    public func string(_ column: String, unchanged: @autoclosure () -> String? = nil) throws -> String {
        guard let text = try optionalString(column, unchanged: unchanged()) else { throw isMissing(column) }
        return text
    }

    /// The text of a column; `nil` for NULL.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - unchanged: The value to take if an update did not touch it.
    /// - Returns: The text.
    /// - Throws: ``PostgresError`` if the row type has no such column.
    public func optionalString(_ column: String, unchanged: @autoclosure () -> String? = nil) throws -> String? {
        switch try value(column) {
        case .null: nil
        case .unchanged: unchanged()
        case .text(let range): String(decoding: bytes[range], as: UTF8.self)
        }
    }

    /// A whole number of a column that is not NULL.
    public func integer<Number: FixedWidthInteger>(_ column: String, as type: Number.Type = Int.self) throws -> Number {
        guard case .text(let range) = try value(column) else { throw isMissing(column) }
        guard let number = Number(digits: bytes[range]) else {
            throw isWrong(column, "a whole number that fits \(type)")
        }
        return number
    }

    /// A number with fractions of a column that is not NULL.
    public func number(_ column: String) throws -> Double {
        guard let number = Double(try string(column)) else { throw isWrong(column, "a number") }
        return number
    }

    /// A Boolean of a column that is not NULL.
    public func boolean(_ column: String) throws -> Bool {
        switch try string(column) {
        case "t", "true": true
        case "f", "false": false
        default: throw isWrong(column, "a Boolean")
        }
    }

    private func isMissing(_ column: String) -> PostgresError {
        PostgresError(
            .badValue, "the column \"\(column)\" is NULL, or was not sent; read it as an optional, or pass `unchanged`")
    }

    private func isWrong(_ column: String, _ expected: String) -> PostgresError {
        let text = (try? optionalString(column)).flatMap { $0 } ?? ""
        return PostgresError(
            .badValue,
            "the column \"\(column)\" has \"\(text.prefix(40))\", which is not \(expected); check the row type")
    }
}

extension FixedWidthInteger {
    /// Reads decimal digits, with a minus sign before them where there is one.
    init?(digits: ArraySlice<UInt8>) {
        let isNegative = digits.first == UInt8(ascii: "-")
        let digits = isNegative ? digits.dropFirst() : digits
        if digits.isEmpty || (isNegative && !Self.isSigned) { return nil }
        var value: Self = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (product, isProductTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) =
                isNegative
                ? product.subtractingReportingOverflow(Self(digit)) : product.addingReportingOverflow(Self(digit))
            if isProductTooLarge || isSumTooLarge { return nil }
            value = sum
        }
        self = value
    }
}
