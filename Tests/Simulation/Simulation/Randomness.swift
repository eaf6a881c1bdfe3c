import DataSourcesTesting

extension SeededGenerator {
    /// A number in `0..<bound`; 0 when that is empty.
    mutating func below(_ bound: Int) -> Int {
        bound > 0 ? Int.random(in: 0..<bound, using: &self) : 0
    }

    /// `true` once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool {
        below(count) == 0
    }
}
