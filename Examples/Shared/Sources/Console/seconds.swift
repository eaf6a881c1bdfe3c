import ArgumentParser

/// Reads a duration in seconds and their fractions, to the millisecond, as an option's `transform`.
public func seconds(in range: ClosedRange<Double>) -> @Sendable (String) throws -> Duration {
    { argument in
        // Not a number is in no range.
        guard let seconds = Double(argument), range.contains(seconds) else {
            throw ValidationError(
                "It takes a number of seconds from \(text(range.lowerBound)) to \(text(range.upperBound)).")
        }
        return .milliseconds(Int64(seconds * 1000))
    }
}

/// `3600`, `0.1`: no more digits than it takes.
private func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
}
