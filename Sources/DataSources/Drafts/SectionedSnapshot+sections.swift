extension SectionedSnapshot {
    /// Creates a snapshot of `sections` in their order.
    ///
    /// - Throws: ``EditError`` with every duplicate section id or item id; item ids must be unique across sections.
    /// - Complexity: O(*n*) expected; hashes each item id once, and shares the leaves of the sections.
    @inlinable
    public init(_ sections: some Sequence<ItemSection<Header, Item>>) throws(EditError) {
        let draft = try SectionedDraft(sections)
        self = draft.snapshot
    }

    /// Creates a snapshot of sections from outside, in their order, of which some may have one id, or items of one id.
    ///
    /// - Throws: ``EditError`` if the policy is to refuse duplicate ids, and there are some.
    /// - Complexity: O(*n*) expected; hashes each id twice.
    @inlinable
    public init(
        _ sections: some Sequence<ItemSection<Header, Item>>, duplicates policy: DuplicatePolicy
    ) throws(EditError) {
        try self.init(policy.applied(to: ContiguousArray(sections)))
    }
}

extension SectionedSnapshot: Decodable where Header: Decodable, Item: Decodable {
    /// Reads an array of sections.
    ///
    /// Of sections and items with one id it keeps those that the ``DuplicatePolicy`` in the decoder's `userInfo` says.
    ///
    /// - Throws: `DecodingError.dataCorrupted` naming every duplicate id; what decoding a part throws.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var sections: [ItemSection<Header, Item>] = []
        while !container.isAtEnd { sections.append(try container.decode(ItemSection<Header, Item>.self)) }
        do {
            try self.init(sections, duplicates: .of(decoder))
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

extension ItemSection: Decodable where Header: Decodable, Item: Decodable {
    /// Reads a header and items.
    ///
    /// Of items with one id it keeps those that the ``DuplicatePolicy`` in the decoder's `userInfo` says.
    ///
    /// - Throws: `DecodingError.dataCorrupted` naming every duplicate item id; what decoding a part throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: SectionKey.self)
        self.init(
            try container.decode(Header.self, forKey: .header),
            items: try container.decode(ListSnapshot<Item>.self, forKey: .items)
        )
    }
}
