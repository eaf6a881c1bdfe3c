import ArgumentParser

/// Reads a whole number in a range, as an option's `transform`.
///
/// ```swift
/// @Option(parsing: .unconditional, transform: wholeNumber(in: 1...100)) var players = 10
/// ```
///
/// Parsed unconditionally, `--players -1` is told that -1 is out of range, and not that the number is missing.
public func wholeNumber(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    wholeNumber("from \(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
}

/// Reads a whole number that has only a least value, as an option's `transform`.
public func wholeNumber(in range: PartialRangeFrom<Int>) -> @Sendable (String) throws -> Int {
    wholeNumber("that is \(range.lowerBound) or more") { range.contains($0) }
}

private func wholeNumber(
    _ expected: String,
    _ isExpected: @escaping @Sendable (Int) -> Bool
) -> @Sendable (String) throws -> Int {
    { text in
        guard let number = Int(text), isExpected(number) else {
            throw ValidationError("It takes a whole number \(expected).")
        }
        return number
    }
}
