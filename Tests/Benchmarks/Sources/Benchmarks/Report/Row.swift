/// One measured figure, beside what it is to be compared with.
struct Row: Codable {
    var group: String
    var name: String
    var size: Int
    var value: Double
    var unit: String
    /// The name of what the ratio is to, and the ratio.
    var against: String?
    var ratio: Double?
    /// What the ratio, or the value if there is none, should not exceed.
    var bar: Double?
    /// Of the measurements that the value sums up, in the same unit.
    var median: Double?
    var minimum: Double?
    /// User-mode instructions, in the median, where the machine counts them.
    var instructions: Double?
    /// What the table of bars calls it; by default the name and the size.
    var work: String?

    var isWithinBar: Bool? {
        bar.map { (ratio ?? value) <= $0 }
    }

    /// What is compared with the bar.
    var reached: Double { ratio ?? value }
}

extension Row {
    /// What a row's value is taken from its measurements.
    enum Statistic {
        case minimum, median
    }

    /// Creates the row of `sample`, which is in nanoseconds, beside another sample if there is one to compare with.
    ///
    /// The ratio is of the same statistic on both sides.
    init(
        group: String, name: String, size: Int, sample: Sample, in unit: TimeUnit, by statistic: Statistic = .minimum,
        per count: Int = 1, against other: (name: String, sample: Sample)? = nil, bar: Double? = nil,
        work: String? = nil
    ) {
        let divisor = unit.nanoseconds * Double(count)
        let value = statistic == .minimum ? sample.minimum : sample.median
        let otherValue = other.map { statistic == .minimum ? $0.sample.minimum : $0.sample.median }
        let instructions = sample.instructions.sorted()
        self.init(
            group: group, name: name, size: size, value: value / divisor, unit: unit.rawValue, against: other?.name,
            ratio: otherValue.map { value / $0 }, bar: bar, median: sample.median / divisor,
            minimum: sample.minimum / divisor,
            instructions: instructions.isEmpty ? nil : instructions[instructions.count / 2] / Double(count), work: work)
    }
}

/// What times are shown in.
enum TimeUnit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"

    var nanoseconds: Double {
        switch self {
        case .nanoseconds: 1
        case .microseconds: 1_000
        case .milliseconds: 1_000_000
        }
    }
}
