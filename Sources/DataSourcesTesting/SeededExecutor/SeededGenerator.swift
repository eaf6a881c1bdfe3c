/// A random number generator whose whole sequence follows from its seed.
///
/// Equal seeds give equal sequences on every platform and with every version of Swift, so a failure found with a seed
/// is reproducible with that seed. A copy continues the sequence on its own. All seeds are equally good, including
/// zero, and adjacent seeds give unrelated sequences. Do not use it for secrets.
///
/// The algorithm is SplitMix64: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014.
///
/// ```swift
/// var generator = SeededGenerator(seed: 42)
/// let deck = (1...52).shuffled(using: &generator)
/// ```
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates the generator at the beginning of the sequence of `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number of the sequence, uniformly distributed over all 64-bit values.
    ///
    /// - Complexity: O(1)
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0..<bound`, which must not be empty.
    ///
    /// Unlike the standard library's, this method will never change, so a seed keeps its meaning. The bias is at most
    /// `bound` in 2^64.
    package mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
