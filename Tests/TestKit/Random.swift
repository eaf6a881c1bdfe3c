import DataSourcesTesting

/// The same seed gives the same case on every machine.
package struct Random: RandomNumberGenerator, Sendable {
    private var generator: SeededGenerator

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    package mutating func next() -> UInt64 { generator.next() }

    /// A number in `0..<bound`; 0 if that is empty.
    package mutating func below(_ bound: Int) -> Int {
        bound <= 0 ? 0 : Int(next() % UInt64(bound))
    }
}
