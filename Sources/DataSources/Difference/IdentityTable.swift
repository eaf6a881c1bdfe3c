/// A hash table of elements by id, made to be filled once and asked many times.
///
/// ```
/// slot: │ tag, 32 bits │ number of the element + 1, 32 bits │    0 is free; linear probing, at most half full
/// ```
///
/// The tag spares most comparisons of ids, which lie elsewhere in memory, and all rehashing. Ids must be unique.
@usableFromInline
struct IdentityTable<Element: Identifiable>: ~Copyable {
    @usableFromInline let elements: ContiguousArray<PlacedElement<Element>>
    @usableFromInline let slots: UnsafeMutablePointer<UInt64>
    @usableFromInline let mask: Int
    @usableFromInline let hash: IdentityHash<Element.ID>

    @inlinable
    init(_ elements: ContiguousArray<PlacedElement<Element>>) {
        self.elements = elements
        var capacity = 64
        while capacity < elements.count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: 0, count: capacity)
        hash = IdentityHash()
    }

    @inlinable
    func insert(_ numbers: Range<Int>) {
        for number in numbers {
            let tag = hash.tag(of: elements[number].element.pointee.id)
            var slot = Int(tag) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = UInt64(tag) &<< 32 | UInt64(truncatingIfNeeded: number &+ 1)
        }
    }

    @inlinable
    deinit {
        slots.deallocate()
    }

    /// Calls `body` with each of `numbers` whose element in `others` is in the table, and with its number there.
    ///
    /// They are taken in batches: first all of a batch are hashed and their slots touched, so that the memory is fetched
    /// for all at once, then they are looked up.
    @inlinable @inline(__always)
    func find(
        _ numbers: Range<Int>, of others: ContiguousArray<PlacedElement<Element>>, _ body: (Int, Int32) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: (tag: UInt32, entry: UInt64).self, capacity: 16) { batch in
            var start = numbers.lowerBound
            while start < numbers.upperBound {
                let count = Swift.min(16, numbers.upperBound &- start)
                for offset in 0..<count {
                    let tag = hash.tag(of: others[start &+ offset].element.pointee.id)
                    batch.initializeElement(at: offset, to: (tag, slots[Int(tag) & mask]))
                }
                for offset in 0..<count {
                    let (tag, entry) = batch[offset]
                    let other = others[start &+ offset].element
                    let number = find(other, tag: tag, entry: entry)
                    if number >= 0 { body(start &+ offset, number) }
                }
                start &+= count
            }
        }
    }

    @inlinable @inline(__always)
    func find(_ other: UnsafePointer<Element>, tag: UInt32, entry: UInt64) -> Int32 {
        var slot = Int(tag) & mask
        var entry = entry
        while entry != 0 {
            if UInt32(truncatingIfNeeded: entry &>> 32) == tag {
                let number = Int(UInt32(truncatingIfNeeded: entry)) &- 1
                if hash.kind.areEqual(elements[number].element.pointee.id, other.pointee.id) {
                    return Int32(truncatingIfNeeded: number)
                }
            }
            slot = (slot &+ 1) & mask
            entry = slots[slot]
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
        knownTypes.withLock { known in
            if let answer = known[ObjectIdentifier(type)] { return answer }
            let name = String(reflecting: type)
            let answer = name == "FoundationEssentials.UUID" || name == "Foundation.UUID"
            known[ObjectIdentifier(type)] = answer
            return answer
        }
    }

    /// Two random words, the second odd, chosen once per process.
    @usableFromInline static let seed: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max) | 1)
}

extension IdentityBits {
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

/// Whether two values are the same bits, and hence equal: `==` is taken to be reflexive.
///
/// Different bits say nothing. For items whose strings are shared between versions this spares all comparisons.
@inlinable @inline(__always)
func haveSameBits<T>(_ left: UnsafePointer<T>, _ right: UnsafePointer<T>) -> Bool {
    let size = MemoryLayout<T>.size
    let (a, b) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    var offset = 0
    while offset &+ 8 <= size {
        if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
            return false
        }
        offset &+= 8
    }
    while offset < size {
        if a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
            return false
        }
        offset &+= 1
    }
    return true
}

/// Types of ids looked at so far, and whether they are UUIDs.
private let knownTypes = Mutex<[ObjectIdentifier: Bool]>([:])

private import Synchronization
