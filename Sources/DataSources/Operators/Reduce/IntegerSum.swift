/// An exact sum of integers in two words: values can be added and removed in any order without overflow.
public struct IntegerSum<Value: FixedWidthInteger & Sendable>: Sendable where Value.Magnitude: Sendable {
    /// The sum modulo two to the power of the type's width.
    @usableFromInline var low: Value.Magnitude = 0
    /// The number of upward minus downward overflows: the upper word in two's complement.
    @usableFromInline var high = 0

    /// Creates an empty sum.
    @inlinable
    public init() {}

    /// Adds a value.
    @inlinable
    public mutating func add(_ value: Value) {
        let (sum, carries) = low.addingReportingOverflow(Value.Magnitude(truncatingIfNeeded: value))
        low = sum
        high &+= (carries ? 1 : 0) &- (value < 0 ? 1 : 0)
    }

    /// Removes a value that was added.
    @inlinable
    public mutating func remove(_ value: Value) {
        let (difference, borrows) = low.subtractingReportingOverflow(Value.Magnitude(truncatingIfNeeded: value))
        low = difference
        high &-= (borrows ? 1 : 0) &- (value < 0 ? 1 : 0)
    }

    /// The sum, clamped to the range of the type.
    @inlinable
    public var value: Value {
        let value = Value(truncatingIfNeeded: low)
        // The upper word of a number that fits is its sign extension.
        if high == (value < 0 ? -1 : 0) { return value }
        return high < 0 ? .min : .max
    }
}
