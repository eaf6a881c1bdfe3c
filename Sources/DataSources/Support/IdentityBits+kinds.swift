private import Synchronization

extension IdentityHash {
    /// Creates a hash for the ids of the type.
    @inlinable
    package init() {
        self.init(kind: IdentityBits.of(ID.self), seed: IdentityBits.seed)
    }

    /// Creates a hash for the ids of the type that looks only at their bits, if ``canBeByBits`` and `isByBits` say so.
    @inlinable @inline(__always)
    init(byBits isByBits: Bool) {
        self.init(kind: Self.canBeByBits && isByBits ? .twoWords : IdentityBits.of(ID.self), seed: IdentityBits.seed)
    }

    /// Whether ids are texts, of which those with the same bits are equal: the others can be equal too.
    @inlinable @inline(__always)
    static var canBeByBits: Bool {
        (ID.self == String.self || ID.self == TextID.self) && MemoryLayout<ID>.size == 16
    }
}

extension IdentityBits {
    /// The kind of an id type.
    @inlinable
    static func of<ID>(_ type: ID.Type) -> IdentityBits {
        if type == Int.self || type == UInt.self || type == Int64.self || type == UInt64.self {
            return MemoryLayout<ID>.size == 8 ? .word : .other
        }
        if type == String.self { return .other }
        if type == TextID.self { return .text }
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

    /// Two arbitrary words, the second odd: the standard library's, which it draws at random once per process, or never
    /// where `SWIFT_DETERMINISTIC_HASHING` is set.
    @usableFromInline static let seed = (
        UInt64(truncatingIfNeeded: 0.hashValue), UInt64(truncatingIfNeeded: 1.hashValue) | 1
    )
}

/// The id types seen so far, at most ``knownTypesLimit``, and whether they are UUIDs.
private let knownTypes = Mutex<[ObjectIdentifier: Bool]>([:])

private let knownTypesLimit = 256
