extension ListSnapshot {
    /// Creates a snapshot of `items` in their order.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every duplicate id.
    /// - Complexity: O(*n*) expected; hashes each id once.
    @inlinable
    public init(_ items: some Sequence<Item>) throws(EditError) {
        let elements = ContiguousArray(items)
        let duplicates = elements.withBorrowedElements { $0.duplicateIDs }
        if !duplicates.isEmpty { throw .duplicateItems(duplicates, in: elements) }
        self.init(tree: ChunkTree(unindexed: elements), lineage: .none)
    }

    /// Creates a snapshot of items from outside, in their order, of which some may have one id.
    ///
    /// - Throws: ``EditError`` if the policy is to refuse duplicate ids, and there are some.
    /// - Complexity: O(*n*) expected; hashes each id twice.
    @inlinable
    public init(_ items: some Sequence<Item>, duplicates policy: DuplicatePolicy) throws(EditError) {
        try self.init(policy.applied(to: ContiguousArray(items)))
    }
}

extension ListSnapshot: Decodable where Item: Decodable {
    /// Reads an array of items.
    ///
    /// Of items with one id it keeps those that the ``DuplicatePolicy`` in the decoder's `userInfo` says.
    ///
    /// - Throws: `DecodingError.dataCorrupted` naming every duplicate id; what decoding an item throws.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var items: [Item] = []
        while !container.isAtEnd { items.append(try container.decode(Item.self)) }
        do {
            try self.init(items, duplicates: .of(decoder))
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: error.message,
                    underlyingError: error
                )
            )
        }
    }
}

extension ListSnapshot {
    /// Creates a snapshot of values that are not `Identifiable`; each has its id at `path`.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every duplicate id.
    /// - Complexity: O(*n*) expected.
    public init<Value, ID>(
        _ values: some Sequence<Value>,
        id path: any KeyPath<Value, ID> & Sendable
    ) throws(EditError) where Item == Identified<Value, ID> {
        try self.init(values.identified(by: path))
    }
}

extension ListDraft {
    /// Creates a draft of values that are not `Identifiable`; each has its id at `path`.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every duplicate id.
    /// - Complexity: O(*n*) expected.
    public init<Value, ID>(
        _ values: some Sequence<Value>,
        id path: any KeyPath<Value, ID> & Sendable
    ) throws(EditError) where Item == Identified<Value, ID> {
        try self.init(values.identified(by: path))
    }
}
