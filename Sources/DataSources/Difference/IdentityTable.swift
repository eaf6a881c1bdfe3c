/// A hash table of elements by id, made to be filled once and asked many times.
///
/// ```
/// slot: │ tag, 32 bits │ number of the element + 1, 32 bits │    0 is free; linear probing, at most half full
/// ```
///
/// The tag spares most comparisons of ids, which lie elsewhere in memory, and all rehashing. Ids must be unique.
@usableFromInline
struct IdentityTable<Element: Identifiable> {
    @usableFromInline let elements: ContiguousArray<PlacedElement<Element>>
    @usableFromInline var slots: ContiguousArray<UInt64>
    @usableFromInline let mask: Int
    @usableFromInline let hash: IdentityHash<Element.ID>

    @inlinable
    init(_ elements: ContiguousArray<PlacedElement<Element>>) {
        self.elements = elements
        var capacity = 64
        while capacity < elements.count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = ContiguousArray(repeating: 0, count: capacity)
        hash = IdentityHash()
    }

    @inlinable @inline(__always)
    mutating func insert(_ number: Int) {
        let tag = hash.tag(of: elements[number].element.pointee.id)
        var slot = Int(tag) & mask
        while slots[slot] != 0 { slot = (slot &+ 1) & mask }
        slots[slot] = UInt64(tag) &<< 32 | UInt64(truncatingIfNeeded: number &+ 1)
    }

    /// The number of the element with this id, or -1.
    @inlinable @inline(__always)
    func find(_ id: Element.ID) -> Int32 {
        let tag = hash.tag(of: id)
        var slot = Int(tag) & mask
        while slots[slot] != 0 {
            if UInt32(truncatingIfNeeded: slots[slot] &>> 32) == tag {
                let number = Int(UInt32(truncatingIfNeeded: slots[slot])) &- 1
                if elements[number].element.pointee.id == id { return Int32(truncatingIfNeeded: number) }
            }
            slot = (slot &+ 1) & mask
        }
        return -1
    }
}

/// Hashes ids to 32 bits.
///
/// Integers and UUIDs, whose equality is that of their bits, are folded by two multiplications; all other ids use their
/// own `hashValue`. Both are seeded per process, so that nobody outside can choose ids that collide.
@usableFromInline
struct IdentityHash<ID: Hashable> {
    @usableFromInline let kind: IdentityBits
    @usableFromInline let seed: (UInt64, UInt64)

    @inlinable
    init() {
        kind = IdentityBits.of(ID.self)
        seed = IdentityBits.seed
    }

    @inlinable @inline(__always)
    func tag(of id: ID) -> UInt32 {
        switch kind {
        case .word:
            return fold(withUnsafeBytes(of: id) { $0.loadUnaligned(as: UInt64.self) })
        case .twoWords:
            let (low, high) = withUnsafeBytes(of: id) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            return fold(low ^ UInt64(fold(high)) &* 0x9E37_79B9_7F4A_7C15)
        case .other:
            return UInt32(truncatingIfNeeded: id.hashValue)
        }
    }

    /// Multiplies to 128 bits and folds them: every bit of the input reaches the low bits of the result.
    @inlinable @inline(__always)
    func fold(_ word: UInt64) -> UInt32 {
        let product = (word ^ seed.0).multipliedFullWidth(by: seed.1)
        let folded = product.high ^ product.low
        return UInt32(truncatingIfNeeded: folded ^ folded &>> 32)
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

    /// The kind of an id type; the core knows Foundation's UUID by name only, since it does not import it.
    @usableFromInline
    static func of<ID>(_ type: ID.Type) -> IdentityBits {
        if type == Int.self || type == UInt.self || type == Int64.self || type == UInt64.self {
            return MemoryLayout<ID>.size == 8 ? .word : .other
        }
        guard MemoryLayout<ID>.size == 16 else { return .other }
        let name = String(reflecting: type)
        return name == "FoundationEssentials.UUID" || name == "Foundation.UUID" ? .twoWords : .other
    }

    /// Two random words, the second odd, chosen once per process.
    @usableFromInline static let seed: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max) | 1)
}
