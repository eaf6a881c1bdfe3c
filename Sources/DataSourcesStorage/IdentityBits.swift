/// Whether equality of an id type is equality of its bits, and their number.
@usableFromInline
package enum IdentityBits: Sendable {
    /// Eight bytes.
    case word
    /// Sixteen bytes.
    case twoWords
    /// Hashed by its own `hashValue`.
    case other
}

extension IdentityBits {
    /// Whether equality is that of the bits, so that every id equals itself.
    @inlinable @inline(__always)
    package var isBits: Bool { if case .other = self { false } else { true } }

    /// Whether two ids are equal; compares UUIDs by their bits, without a call into Foundation.
    @inlinable @inline(__always)
    package func areEqual<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if case .twoWords = self { return haveEqualBits(left, right) }
        return left == right
    }

    /// Whether two ids have the same bits: never without need a call, and never a look at memory that they refer to.
    ///
    /// Ids with other bits can be equal nevertheless, such as strings in memory of their own.
    @inlinable @inline(__always)
    package func areIdentical<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if isBits { return areEqual(left, right) }
        return withBorrowedPointer(to: left) { left in withBorrowedPointer(to: right) { haveSameBits(left, $0) } }
    }

    @inlinable @inline(__always)
    package func haveEqualBits<ID>(_ left: ID, _ right: ID) -> Bool {
        // Only for ids of sixteen bytes.
        unsafe unsafeBitCast(left, to: (UInt64, UInt64).self) == unsafeBitCast(right, to: (UInt64, UInt64).self)
    }
}
