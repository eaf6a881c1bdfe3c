/// An item with what its own source shows; see ``DerivableSource/combinedWithEach(fileID:line:_:)``.
public struct CombinedItem<Item, Snapshot>: Identifiable, Equatable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Snapshot: SnapshotProtocol {
    /// The item.
    public let item: Item
    /// The state of the item's source.
    public let snapshot: Snapshot

    /// Creates an item with the state of its source.
    @inlinable
    public init(_ item: Item, _ snapshot: Snapshot) {
        self.item = item
        self.snapshot = snapshot
    }

    /// The id of the item.
    @inlinable public var id: Item.ID { item.id }

    /// Whether both have equal items and equal states.
    @inlinable
    public static func == (left: CombinedItem, right: CombinedItem) -> Bool {
        isUnchanged(left.item, right.item)
            && (left.snapshot.isIdentical(to: right.snapshot) || left.snapshot == right.snapshot)
    }
}

extension CombinedItem where Snapshot: SingleValueSnapshot {
    /// The value of the item's source, which is a source of one value; `nil` while that has none.
    @inlinable public var value: Snapshot.Value? { snapshot.value }
}

extension CombinedItem: Hashable where Item: Hashable, Snapshot: Hashable {
    /// Feeds the item and the state into the hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(item)
        hasher.combine(snapshot)
    }
}

extension CombinedItem: Encodable where Item: Encodable, Snapshot: Encodable {}
extension CombinedItem: Decodable where Item: Decodable, Snapshot: Decodable {}
