/// Hashes ids to 64 bits.
///
/// Integers and UUIDs, whose equality is that of their bits, are hashed by two folded multiplications, as in wyhash
/// (Wang Yi, 2019), strings by ``textHash(_:_:)`` and text ids by ``byteHash(_:_:)``; all other ids use their own `hashValue`. All are seeded per
/// process, so that nobody outside can choose colliding ids.
@usableFromInline
package struct IdentityHash<ID: Hashable>: Sendable {
    @usableFromInline package let kind: IdentityBits
    @usableFromInline package let seed: (UInt64, UInt64)

    /// Creates a hash for ids of a kind.
    @inlinable
    package init(kind: IdentityBits, seed: (UInt64, UInt64)) {
        self.kind = kind
        self.seed = seed
    }

    @inlinable @inline(__always)
    package func value(of id: ID) -> UInt64 {
        // A word has eight bytes, all of which are valid: see ``IdentityBits/of(_:)``.
        switch kind {
        case .word:
            return fold(unsafe unsafeBitCast(id, to: UInt64.self), 0)
        case .twoWords:
            let (low, high) = IdentityBits.words(of: id)
            return fold(low, high)
        case .text:
            // A text id stores a string and nothing else.
            return byteHash(unsafe unsafeBitCast(id, to: String.self), seed)
        case .other:
            // The same type, so the same bits.
            if ID.self == String.self { return textHash(unsafe unsafeBitCast(id, to: String.self), seed) }
            return UInt64(truncatingIfNeeded: id.hashValue)
        }
    }

    /// Whether ids are sure to equal themselves.
    @inlinable @inline(__always)
    package var isReflexive: Bool { isKnownToBehave(ID.self) || kind.isReflexive }

    /// 32 bits of the hash of an id.
    ///
    /// All ids that do not equal themselves have one hash, as they are one id.
    @inlinable @inline(__always)
    package func shortValue(of id: ID) -> UInt32 {
        if !isReflexive, id != id { return 0 }
        let value = value(of: id)
        return UInt32(truncatingIfNeeded: value ^ value &>> 32)
    }

    /// Whether both are the same id: they are equal, or neither equals itself.
    @inlinable @inline(__always)
    package func areSame(_ left: ID, _ right: ID) -> Bool {
        isReflexive ? kind.areEqual(left, right) : areSameKey(left, right)
    }

    /// Mixes twice: after one multiplication, equidistant ids may still be close together.
    ///
    /// The constant is 2⁶⁴/φ, the odd multiplier of Fibonacci hashing (Knuth, *The Art of Computer Programming* 3,
    /// 6.4).
    @inlinable @inline(__always)
    package func fold(_ low: UInt64, _ high: UInt64) -> UInt64 {
        Self.mix(Self.mix(low ^ seed.0, high ^ seed.1) ^ seed.0, 0x9E37_79B9_7F4A_7C15)
    }

    /// Multiplies to 128 bits and folds the halves by exclusive or, so that every input bit reaches the low bits of the
    /// result.
    @inlinable @inline(__always)
    package static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
