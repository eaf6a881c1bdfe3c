import DataSources
import TestKit

/// An item whose value may be NaN.
struct Measurement: Identifiable, Equatable, Sendable {
    let id: Int
    var value: Double
    var count = 0

    init(_ id: Int, _ value: Double, count: Int = 0) {
        self.id = id
        self.value = value
        self.count = count
    }

    /// A value among few, often NaN.
    static func value(_ random: inout Random) -> Double {
        random.below(3) == 0 ? .nan : Double(random.below(4))
    }
}

extension Double {
    /// Equal, or both NaN.
    static func areSame(_ left: Double?, _ right: Double?) -> Bool {
        left == right || left?.isNaN == true && right?.isNaN == true
    }
}
