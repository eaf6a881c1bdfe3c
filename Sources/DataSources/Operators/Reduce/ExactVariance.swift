/// The spread of numbers around their average, rounded only when read: numbers can be removed without leaving rounding
/// errors, and nothing is lost when the numbers are large and close together.
///
/// It keeps the exact sums of the numbers and of their squares. A product of two numbers is the sum of two numbers
/// (T. J. Dekker, "A floating-point technique for extending the available precision", 1971), so the variance is
/// computed exactly from both sums, and rounded at the end.
public struct ExactVariance: Sendable {
    @usableFromInline var sum = ExactSum()
    @usableFromInline var squares = ExactSum()

    /// Creates the spread of no numbers.
    public init() {}

    /// The number of numbers.
    public var count: Int { sum.count }

    /// Adds a number.
    public mutating func add(_ number: Double) {
        sum.add(number)
        let square = Product(number, number)
        squares.add(square.high)
        squares.add(square.low)
    }

    /// Removes a number that was added.
    public mutating func remove(_ number: Double) {
        sum.remove(number)
        let square = Product(number, number)
        squares.remove(square.high)
        squares.remove(square.low)
    }

    /// The variance; `nil` if there are too few numbers: none, or for a sample a single one.
    ///
    /// It is not a number if one of the numbers is not finite. It is infinite if the numbers are finite but their
    /// squares, or the sum of these, are out of the range of `Double` (from about 1.3e154), even if the numbers are
    /// close together.
    ///
    /// - Parameter kind: Whether the numbers are a whole population or a sample.
    /// - Returns: The variance.
    /// - Complexity: O(1), some thousand steps.
    public func variance(_ kind: VarianceKind) -> Double? {
        let (count, divisor) = (Double(count), Double(kind == .sample ? count - 1 : count))
        if divisor < 1 { return nil }
        guard sum.hasOnlyFiniteNumbers else { return .nan }
        let total = squares.value
        guard sum.value.isFinite, total.isFinite else { return .infinity }
        // The products below would be out of range for large squares: those are scaled by a power of two.
        let scale = total > 0x1p900 ? 0x1p-200 : 1.0
        // The sum of the squares times the count, minus the square of the sum.
        var spread = ExactSum()
        for part in squares.parts { spread.add(Product(part * scale * scale, count), sign: 1) }
        let parts = sum.parts.map { $0 * scale }
        for left in parts { for right in parts { spread.add(Product(left, right), sign: -1) } }
        // Rounded squares of tiny numbers may make it negative.
        let value = spread.value
        return value < 0 ? 0 : value / count / divisor / scale / scale
    }
}

/// Whether numbers are all there are, or a sample of more.
public enum VarianceKind: Hashable, Sendable, CaseIterable, Codable {
    /// The numbers are the whole population: the sum of the squared distances from the average is divided by their
    /// count.
    case population
    /// The numbers are a sample of a larger population: the sum is divided by one less than their count.
    case sample
}

/// The product of two numbers as the sum of two.
private struct Product {
    let high: Double
    let low: Double

    init(_ left: Double, _ right: Double) {
        high = left * right
        low = high.isFinite ? (-high).addingProduct(left, right) : 0
    }
}

extension ExactSum {
    fileprivate mutating func add(_ product: Product, sign: Double) {
        add(sign * product.high)
        add(sign * product.low)
    }

    /// Numbers with this finite sum, largest first; at most about forty, usually one to three.
    fileprivate var parts: [Double] {
        var (rest, parts): (ExactSum, [Double]) = (self, [])
        while true {
            let part = rest.value
            if part == 0 || !part.isFinite { return parts }
            parts.append(part)
            rest.remove(part)
        }
    }
}
