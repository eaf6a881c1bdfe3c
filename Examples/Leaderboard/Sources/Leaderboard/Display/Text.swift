extension BinaryInteger {
    /// The number as a person reads it: `1,000,000`.
    var grouped: String {
        var digits = String(magnitude)
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
        }
        return self < 0 ? "-\(digits)" : digits
    }
}

extension Duration {
    /// Three digits or so, in the unit that suits them: `1.92 s`, `31 µs`.
    var text: String {
        let microseconds = self / .microseconds(1)
        func digits(_ value: Double) -> String {
            let hundredths = Int((value * 100).rounded())
            if hundredths >= 10_000 { return "\(Int(value.rounded()))" }
            if hundredths >= 1000 { return "\((hundredths + 5) / 100).\((hundredths + 5) / 10 % 10)" }
            return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
        }
        if microseconds >= 999_500 { return digits(microseconds / 1_000_000) + " s" }
        if microseconds >= 999.5 { return digits(microseconds / 1000) + " ms" }
        return digits(microseconds) + " µs"
    }
}
