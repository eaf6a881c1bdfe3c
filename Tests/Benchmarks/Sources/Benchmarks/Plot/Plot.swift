import Foundation

/// Points by series on two logarithmic axes.
struct Plot {
    /// What has one colour and one line in the legend.
    struct Series {
        let name: String
        let points: [Point]
    }

    struct Point {
        let x: Double
        let y: Double
    }

    let title: String
    let xTitle: String
    let yTitle: String
    let series: [Series]
}

/// A logarithmic axis: from a power of ten to a power of ten around what is there.
struct LogarithmicAxis {
    private let lowest: Int
    private let highest: Int

    init(_ values: [Double]) {
        let exponents = values.filter { $0 > 0 }.map { log10($0) }
        lowest = Int(((exponents.min() ?? 0) + 1e-9).rounded(.down))
        highest = max(lowest + 1, Int(((exponents.max() ?? 1) - 1e-9).rounded(.up)))
    }

    /// The powers of ten; on a short axis also twice and five times each.
    var ticks: [Double] {
        let factors = highest - lowest > 2 ? [1.0] : [1, 2, 5]
        let all = (lowest...highest).flatMap { exponent in factors.map { $0 * pow(10, Double(exponent)) } }
        return all.filter { $0 <= pow(10, Double(highest)) * 1.001 }
    }

    /// Where a value is, from 0 to 1.
    func place(_ value: Double) -> Double {
        (log10(value) - Double(lowest)) / Double(highest - lowest)
    }

    /// `10k`, `1M`, `0.1`.
    static func label(_ value: Double) -> String {
        switch value {
        case 1e6...: "\(Int((value / 1e6).rounded()))M"
        case 1e3..<1e6: "\(Int((value / 1e3).rounded()))k"
        case 1..<1e3: "\(Int(value.rounded()))"
        default: String(format: "%g", value)
        }
    }
}
