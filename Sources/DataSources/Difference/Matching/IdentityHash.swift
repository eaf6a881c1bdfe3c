private import Synchronization

/// Hashes ids to 64 bits.
///
/// Integers and UUIDs, whose equality is that of their bits, are folded by two multiplications; all other ids use their
/// own `hashValue`. Both are seeded per process, so that nobody outside can choose ids that collide.
@usableFromInline
package struct IdentityHash<ID: Hashable> {
    @usableFromInline let kind: IdentityBits
    @usableFromInline let seed: (UInt64, UInt64)

    @inlinable
    package init() {
        kind = IdentityBits.of(ID.self)
        seed = IdentityBits.seed
    }

    @inlinable @inline(__always)
    package func value(of id: ID) -> UInt64 {
        switch kind {
        case .word:
            return fold(withUnsafeBytes(of: id) { $0.loadUnaligned(as: UInt64.self) }, 0)
        case .twoWords:
            let (low, high) = withUnsafeBytes(of: id) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            return fold(low, high)
        case .other:
            return UInt64(truncatingIfNeeded: id.hashValue)
        }
    }

    /// Mixes twice: after one multiplication, ids at equal distances may still lie close together.
    @inlinable @inline(__always)
    func fold(_ low: UInt64, _ high: UInt64) -> UInt64 {
        Self.mix(Self.mix(low ^ seed.0, high ^ seed.1) ^ seed.0, 0x9E37_79B9_7F4A_7C15)
    }

    /// Multiplies to 128 bits and folds them, so that every bit of the input reaches the low bits of the result.
    @inlinable @inline(__always)
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

/// Whether equality of an id type is equality of its bits, and how many bits there are.
@usableFromInline
enum IdentityBits: Sendable {
    /// Eight bytes.
    case word
    /// Sixteen bytes.
    case twoWords
    /// To be hashed by its own means.
    case other

    /// The kind of an id type.
    @inlinable
    static func of<ID>(_ type: ID.Type) -> IdentityBits {
        if type == Int.self || type == UInt.self || type == Int64.self || type == UInt64.self {
            return MemoryLayout<ID>.size == 8 ? .word : .other
        }
        return MemoryLayout<ID>.size == 16 && isUUID(type) ? .twoWords : .other
    }

    /// Whether this is Foundation's UUID, which the core knows by name only, since it does not import it.
    @usableFromInline
    static func isUUID(_ type: any Any.Type) -> Bool {
        let id = ObjectIdentifier(type)
        if let answer = knownTypes.withLock({ $0[id] }) { return answer }
        let name = String(reflecting: type)
        let answer = name == "FoundationEssentials.UUID" || name == "Foundation.UUID"
        knownTypes.withLock { known in
            // Few programs have so many types of ids of this size; one that has looks again.
            if known.count >= knownTypesLimit { known = [:] }
            known[id] = answer
        }
        return answer
    }

    /// Two random words, the second odd, chosen once per process.
    @usableFromInline static let seed: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max) | 1)
}

extension IdentityBits {
    /// Whether ids are their bits, and hence equal themselves.
    @inlinable @inline(__always)
    var isBits: Bool { if case .other = self { false } else { true } }

    /// Whether two ids are equal; for those that are their bits, without a call into the module that has the type.
    @inlinable @inline(__always)
    func areEqual<ID: Equatable>(_ left: ID, _ right: ID) -> Bool {
        if case .twoWords = self { return haveEqualBits(left, right) }
        return left == right
    }

    @inlinable @inline(__always)
    func haveEqualBits<ID>(_ left: ID, _ right: ID) -> Bool {
        withUnsafeBytes(of: left) { left in
            withUnsafeBytes(of: right) { right in
                left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
                    && left.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                        == right.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            }
        }
    }
}

/// How many elements from the first on are the same bits on both sides.
///
/// Where elements lie without gaps they are compared eight at a time, by operations on vectors.
@inlinable @inline(__always)
func sameBits<T>(_ left: UnsafePointer<T>, _ right: UnsafePointer<T>, count: Int) -> Int {
    var same = 0
    if MemoryLayout<T>.size == MemoryLayout<T>.stride, MemoryLayout<T>.size & 7 == 0 {
        while same &+ 8 <= count {
            let (a, b) = (UnsafeRawPointer(left + same), UnsafeRawPointer(right + same))
            var difference: SIMD4<UInt64> = .zero
            for vector in 0..<MemoryLayout<T>.size / 8 * 2 {
                difference |=
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

/// Types of ids looked at so far, at most ``knownTypesLimit``, and whether they are UUIDs.
private let knownTypes = Mutex<[ObjectIdentifier: Bool]>([:])

private let knownTypesLimit = 256
