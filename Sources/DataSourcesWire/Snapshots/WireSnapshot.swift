public import DataSources

/// A state that can be sent and replicated: a list or sections of `Codable` items.
public protocol WireSnapshot: SnapshotProtocol {
    /// What a replica keeps of the state.
    associatedtype Storage: ReplicaStorage<Self>

    /// The kind of state.
    static var wireKind: WireKind { get }

    /// The number of sections; 0 for a list.
    var wireSectionCount: Int { get }

    /// The next part of the whole state.
    ///
    /// - Parameters:
    ///   - cursor: Where the part begins; it is moved to where the next part begins.
    ///   - limit: The number of items at most.
    ///   - size: The part ends with the item or header that reaches this estimate of its size, in bytes. A part with
    ///     1 has one item, or one header.
    /// - Returns: The groups of items; none at the end.
    /// - Throws: ``WireError`` if an item cannot be encoded.
    func wireGroups(from cursor: inout WireCursor, limit: Int, size: Int) throws(WireError) -> [WirePart.Group]

    /// The step of an update.
    ///
    /// - Throws: ``WireError`` if an item cannot be encoded.
    /// - Complexity: That of encoding the inserted items, and the updated ones before and after.
    static func wireChanges(of update: Update<Self>, base: UInt64, version: UInt64) throws(WireError) -> WireChanges
}

/// A place in a whole state that is being sent.
public struct WireCursor: Hashable, Sendable {
    /// The section, and the item in it.
    public var section = 0, item = 0
    /// The number of items before.
    public var offset = 0
    /// Whether the header of the section has been sent, and none of its items.
    var isBehindHeader = false

    /// The beginning.
    public init() {}
}

extension WireSnapshot {
    /// The next part of the whole state, of about 256 KiB at most; see ``wireGroups(from:limit:size:)``.
    ///
    /// - Throws: ``WireError`` if an item cannot be encoded.
    public func wireGroups(from cursor: inout WireCursor, limit: Int) throws(WireError) -> [WirePart.Group] {
        try wireGroups(from: &cursor, limit: limit, size: partSize)
    }
}

/// The estimated size at which a part ends, in bytes.
let partSize = 256 << 10

func encoded(_ value: some Encodable) throws(WireError) -> WireValue {
    do {
        return try WireValueEncoder.encode(value)
    } catch {
        throw WireError(.unencodable, "\(type(of: value)): \(error)")
    }
}

@usableFromInline
func decoded<Value: Decodable>(_ type: Value.Type, _ value: WireValue) throws(WireError) -> Value {
    do {
        return try WireValueDecoder.decode(type, from: value)
    } catch {
        throw WireError(.undecodable, "\(type): \(error)")
    }
}
