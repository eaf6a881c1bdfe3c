/// Whether equality of an id type is equality of its bits, and their number.
@usableFromInline
package enum IdentityBits: Sendable {
    /// Eight bytes.
    case word
    /// Sixteen bytes.
    case twoWords
    /// A text: equal if its UTF-8 bytes are.
    case text
    /// Hashed by its own `hashValue`.
    case other
}

extension IdentityBits {
    /// Whether equality is that of the bits, so that every id equals itself.
    @inlinable @inline(__always)
    package var isBits: Bool {
        switch self {
        case .word, .twoWords: true
        case .text, .other: false
        }
    }

    /// Whether every id equals itself and keeps its hash.
    @inlinable @inline(__always)
    package var isReflexive: Bool { if case .other = self { false } else { true } }

    /// Whether two ids are equal; compares UUIDs by their bits, without a call into Foundation.
    @inlinable @inline(__always)
    package func areEqual<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if case .twoWords = self { return haveEqualBits(left, right) }
        return left == right
    }

    /// Whether two ids have the same bits: compares the stored bytes only, and follows no references.
    ///
    /// Ids with other bits can be equal nevertheless, such as strings in memory of their own.
    @inlinable @inline(__always)
    package func areIdentical<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if isBits { return areEqual(left, right) }
        return withBorrowedPointer(to: left) { left in withBorrowedPointer(to: right) { haveSameBits(left, $0) } }
    }

    /// Whether two ids of sixteen bytes have the same bits.
    @inlinable @inline(__always)
    package func haveEqualBits<ID>(_ left: ID, _ right: ID) -> Bool { Self.words(of: left) == Self.words(of: right) }

    /// The bits of an id of sixteen bytes.
    ///
    /// A UUID is a tuple of sixteen numbers of one byte. Specialized code casts it byte by byte, and reads its memory in
    /// two instructions; in unspecialized code, the closure costs more than the cast.
    @inlinable @inline(__always)
    package static func words<ID>(of id: ID) -> (UInt64, UInt64) {
        // Both read sixteen bytes, which the id has, as two numbers, for which all bits are valid.
        if _isConcrete(ID.self) {
            return unsafe withUnsafeBytes(of: id) {
                unsafe ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
        }
        return unsafe unsafeBitCast(id, to: (UInt64, UInt64).self)
    }
}
