private import Synchronization

/// Hashes ids to 64 bits.
///
/// Integers and UUIDs, whose equality is that of their bits, are hashed by two folded multiplications, as in wyhash
/// (Wang Yi, 2019), and strings by ``textHash(_:_:)``; all other ids use their own `hashValue`. All are seeded per
/// process, so that nobody outside can choose colliding ids.
@usableFromInline
package struct IdentityHash<ID: Hashable>: Sendable {
    @usableFromInline let kind: IdentityBits
    @usableFromInline let seed: (UInt64, UInt64)

    @inlinable
    package init() {
        kind = IdentityBits.of(ID.self)
        seed = IdentityBits.seed
    }

    @inlinable @inline(__always)
    package func value(of id: ID) -> UInt64 {
        // A word has eight bytes, two have sixteen: see ``IdentityBits/of(_:)``. Each load reads eight of them.
        switch kind {
        case .word:
            return fold(unsafe withUnsafeBytes(of: id) { unsafe $0.loadUnaligned(as: UInt64.self) }, 0)
        case .twoWords:
            let (low, high) = unsafe withUnsafeBytes(of: id) {
                unsafe ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            return fold(low, high)
        case .other:
            // The same type, so the same bits.
            if ID.self == String.self { return textHash(unsafe unsafeBitCast(id, to: String.self), seed) }
            return UInt64(truncatingIfNeeded: id.hashValue)
        }
    }

    /// Whether ids are sure to equal themselves.
    @inlinable @inline(__always)
    var isReflexive: Bool { isKnownToBehave(ID.self) || kind.isBits }

    /// 32 bits of the hash of an id.
    ///
    /// All ids that do not equal themselves have one hash, as they are one id.
    @inlinable @inline(__always)
    func shortValue(of id: ID) -> UInt32 {
        if !isReflexive, id != id { return 0 }
        let value = value(of: id)
        return UInt32(truncatingIfNeeded: value ^ value &>> 32)
    }

    /// Whether both are the same id: they are equal, or neither equals itself.
    @inlinable @inline(__always)
    func areSame(_ left: ID, _ right: ID) -> Bool {
        isReflexive ? kind.areEqual(left, right) : areSameKey(left, right)
    }

    /// Mixes twice: after one multiplication, equidistant ids may still be close together.
    ///
    /// The constant is 2⁶⁴/φ, the odd multiplier of Fibonacci hashing (Knuth, *The Art of Computer Programming* 3,
    /// 6.4).
    @inlinable @inline(__always)
    func fold(_ low: UInt64, _ high: UInt64) -> UInt64 {
        Self.mix(Self.mix(low ^ seed.0, high ^ seed.1) ^ seed.0, 0x9E37_79B9_7F4A_7C15)
    }

    /// Multiplies to 128 bits and folds the halves by exclusive or, so that every input bit reaches the low bits of the
    /// result.
    @inlinable @inline(__always)
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

/// Whether equality of an id type is equality of its bits, and their number.
@usableFromInline
enum IdentityBits: Sendable {
    /// Eight bytes.
    case word
    /// Sixteen bytes.
    case twoWords
    /// Hashed by its own `hashValue`.
    case other

    /// The kind of an id type.
    @inlinable
    static func of<ID>(_ type: ID.Type) -> IdentityBits {
        if type == Int.self || type == UInt.self || type == Int64.self || type == UInt64.self {
            return MemoryLayout<ID>.size == 8 ? .word : .other
        }
        if type == String.self { return .other }
        return MemoryLayout<ID>.size == 16 && isUUID(type) ? .twoWords : .other
    }

    /// Whether this is Foundation's UUID, recognized by name, since the core does not import Foundation.
    @usableFromInline
    static func isUUID(_ type: any Any.Type) -> Bool {
        let id = ObjectIdentifier(type)
        if let answer = knownTypes.withLock({ $0[id] }) { return answer }
        let name = String(reflecting: type)
        let answer = name == "FoundationEssentials.UUID" || name == "Foundation.UUID"
        knownTypes.withLock { known in
            // Few programs have so many id types of this size; beyond that, types are recognized again.
            if known.count >= knownTypesLimit { known = [:] }
            known[id] = answer
        }
        return answer
    }

    /// Two arbitrary words, the second odd, drawn at random once per process.
    @usableFromInline static let seed: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max) | 1)
}

extension IdentityBits {
    /// Whether equality is that of the bits, so that every id equals itself.
    @inlinable @inline(__always)
    var isBits: Bool { if case .other = self { false } else { true } }

    /// Whether two ids are equal; compares UUIDs by their bits, without a call into Foundation.
    @inlinable @inline(__always)
    func areEqual<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if case .twoWords = self { return haveEqualBits(left, right) }
        return left == right
    }

    /// Whether two ids have the same bits: never without need a call, and never a look at memory that they refer to.
    ///
    /// Ids with other bits can be equal nevertheless, such as strings in memory of their own.
    @inlinable @inline(__always)
    func areIdentical<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if isBits { return areEqual(left, right) }
        return withBorrowedPointer(to: left) { left in withBorrowedPointer(to: right) { haveSameBits(left, $0) } }
    }

    @inlinable @inline(__always)
    func haveEqualBits<ID>(_ left: ID, _ right: ID) -> Bool {
        // Only for ids of sixteen bytes, of which each load reads eight.
        unsafe withUnsafeBytes(of: left) { left in
            unsafe withUnsafeBytes(of: right) { right in
                unsafe left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
                    && left.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                        == right.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            }
        }
    }
}

/// The number of leading elements with the same bits on both sides.
///
/// Elements without padding are compared eight at a time, with vector operations.
@inlinable @inline(__always)
func sameBits<T>(_ left: BorrowedPointer<T>, _ right: BorrowedPointer<T>, count: Int) -> Int {
    // Eight elements of `size` bytes are `size` / 8 * 2 vectors of 32 bytes, and both sides have `count` elements.
    var same = 0
    if MemoryLayout<T>.size == MemoryLayout<T>.stride, MemoryLayout<T>.size & 7 == 0 {
        while same &+ 8 <= count {
            let (a, b) = unsafe (UnsafeRawPointer((left + same).base), UnsafeRawPointer((right + same).base))
            var difference: SIMD4<UInt64> = .zero
            for vector in 0..<MemoryLayout<T>.size / 8 * 2 {
                unsafe difference |=
                    a.loadUnaligned(fromByteOffset: vector &* 32, as: SIMD4<UInt64>.self)
                    ^ b.loadUnaligned(fromByteOffset: vector &* 32, as: SIMD4<UInt64>.self)
            }
            if difference != .zero { break }
            same &+= 8
        }
    }
    while same < count, haveSameBits(left + same, right + same) { same &+= 1 }
    return same
}

/// The id types seen so far, at most ``knownTypesLimit``, and whether they are UUIDs.
private let knownTypes = Mutex<[ObjectIdentifier: Bool]>([:])

private let knownTypesLimit = 256
