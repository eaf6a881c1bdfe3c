import Foundation

/// A count beside its threshold.
struct Verdict {
    enum Outcome: String {
        case ok, better, worse = "WORSE", new = "NEW"
    }

    let count: Count
    let threshold: Double?

    var outcome: Outcome {
        guard let threshold else { return .new }
        let tolerance = count.tolerance(of: threshold)
        // What was written down was rounded.
        if count.value > threshold + tolerance + 0.005 { return .worse }
        return count.value < threshold - tolerance - 0.005 ? .better : .ok
    }

    var line: String {
        let name = count.name.padding(toLength: 66, withPad: " ", startingAt: 0)
        let now = Self.text(count.value)
        let then = threshold.map(Self.text) ?? "-"
        let change = threshold.map { $0 == 0 ? "" : String(format: "%+.1f %%", 100 * (count.value / $0 - 1)) } ?? ""
        return "  \(name)\(Self.padded(now, 14))\(Self.padded(then, 14))\(Self.padded(change, 11))  \(outcome.rawValue)"
    }

    static let header = "  \(padded("", 66))\(padded("now", 14))\(padded("threshold", 14))"

    private static func text(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(format: "%.2f", value)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
