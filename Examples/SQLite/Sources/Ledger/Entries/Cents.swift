/// Amounts of money as texts: `-12.34`.
enum Cents {
    /// `-1,234.56`.
    static func text(_ cents: Int64) -> String {
        let (euros, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return (cents < 0 ? "-" : "") + grouped(euros) + "." + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// As it is in a CSV file, `-1234.56`; `nil` for anything else.
    static func parse(_ text: String) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int64(parts[0] + parts[1])
        else { return nil }
        return isNegative ? -number : number
    }

    /// `1,234,567`.
    static func grouped(_ number: some BinaryInteger) -> String {
        var (digits, count) = ("", 0)
        for digit in String(number).reversed() {
            if count > 0, count.isMultiple(of: 3), digit != "-" { digits.append(",") }
            digits.append(digit)
            count += 1
        }
        return String(digits.reversed())
    }
}
