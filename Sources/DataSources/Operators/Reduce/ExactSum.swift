/// A sum of numbers that is rounded only when read, so numbers can be removed without leaving rounding errors.
///
/// It is a Kulisch accumulator (*Computer Arithmetic and Validity*, 2013): one long fixed-point number from the
/// smallest to the largest bit of a `Double`, in limbs of 32 bits with delayed carries. Infinities and NaNs are counted
/// separately.
///
/// ```
/// bit   2²¹⁴⁴ …                     2⁻¹⁰⁴²    2⁻¹⁰⁷⁴
///       ┌─────┬─────┬─────┬─────┬─────┬─────┐
///       │ 67  │  …  │  3  │  2  │  1  │  0  │   each an Int64: 32 bits, and carries
///       └─────┴─────┴─────┴─────┴─────┴─────┘
/// ```
public struct ExactSum: Sendable {
    private var limbs = [Int64](repeating: 0, count: 68)
    /// The number of additions and removals since carries were last propagated.
    private var pending = 0
    private var (positiveInfinities, negativeInfinities, notNumbers) = (0, 0, 0)
    /// The number of summands.
    public private(set) var count = 0

    /// Whether no summand is an infinity or not a number.
    ///
    /// The sum may be infinite even so: out of range.
    package var hasOnlyFiniteNumbers: Bool { positiveInfinities == 0 && negativeInfinities == 0 && notNumbers == 0 }

    /// Creates the sum of no numbers.
    public init() {}

    /// Adds a number.
    public mutating func add(_ number: Double) { take(number, times: 1) }

    /// Removes a number that was added.
    public mutating func remove(_ number: Double) { take(number, times: -1) }

    private mutating func take(_ number: Double, times: Int) {
        count += times
        guard number.isFinite else {
            if number.isNaN {
                notNumbers += times
            } else if number > 0 {
                positiveInfinities += times
            } else {
                negativeInfinities += times
            }
            return
        }
        // The number is ± fraction · 2^(shift − 1074).
        let exponent = number.exponentBitPattern
        let fraction = number.significandBitPattern | (exponent > 0 ? 1 << 52 : 0)
        let shift = Swift.max(exponent, 1) - 1
        let low = (fraction & 0xFFFF_FFFF) << UInt64(shift % 32)
        let high = (fraction >> 32) << UInt64(shift % 32)
        let limb = Int(shift / 32)
        let sign: Int64 = (number.sign == .minus) == (times > 0) ? -1 : 1
        limbs[limb] += sign * Int64(low & 0xFFFF_FFFF)
        limbs[limb + 1] += sign * Int64((low >> 32) + (high & 0xFFFF_FFFF))
        limbs[limb + 2] += sign * Int64(high >> 32)
        pending += 1
        if pending == 1 << 28 {
            limbs = Self.carried(limbs)
            pending = 0
        }
    }

    /// Propagates carries: all limbs but the last end within 0..<2³².
    private static func carried(_ limbs: [Int64]) -> [Int64] {
        var result = limbs
        for place in 0..<limbs.count - 1 {
            result[place + 1] += result[place] >> 32
            result[place] &= 0xFFFF_FFFF
        }
        return result
    }

    /// The sum, rounded to the nearest number, ties to even.
    ///
    /// - Complexity: O(1), some hundred steps.
    public var value: Double {
        if notNumbers > 0 || positiveInfinities > 0 && negativeInfinities > 0 { return .nan }
        if positiveInfinities > 0 { return .infinity }
        if negativeInfinities > 0 { return -.infinity }
        var limbs = Self.carried(limbs)
        let isNegative = limbs[limbs.count - 1] < 0
        if isNegative { limbs = Self.carried(limbs.map { -$0 }) }
        guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
        // The highest limb and the two below it hold the highest 64 bits; the bits below only break ties.
        func limb(_ place: Int) -> UInt64 { place < 0 ? 0 : UInt64(limbs[place]) }
        let zeros = limb(top).leadingZeroBitCount - 32
        var word = limb(top) << 32 | limb(top - 1)
        word = word << UInt64(zeros) | limb(top - 2) >> UInt64(32 - zeros)
        let rest = limb(top - 2) & (1 << UInt64(32 - zeros) - 1)
        if rest != 0 || limbs[..<Swift.max(0, top - 2)].contains(where: { $0 != 0 }) { word |= 1 }
        let exponent = 32 * (top - 1) - zeros - 1074
        return Double(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Double(word))
    }
}
