/// Makes one item of each item, in its section; see ``DerivableSource/map(_:)``.
@usableFromInline
package struct SectionedMapOperator<Header, Item, Result>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    @usableFromInline let transform: @Sendable (Item) -> Result
    @usableFromInline var draft = SectionedDraft<Header, Result>()

    @inlinable
    package init(_ transform: @escaping @Sendable (Item) -> Result) {
        self.transform = transform
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>
    ) -> SectionedSnapshot<Header, Result> {
        let transform = transform
        if update.before.isEmpty {
            build(update.after)
            return draft.snapshot
        }
        draft.certainly { draft throws(EditError) in
            try draft.replay(update, at: 0, header: { $0 }, item: { Self.made(transform($0), of: $0) })
        }
        return draft.snapshot
    }

    /// Makes everything; the draft is empty.
    @inlinable
    mutating func build(_ sections: SectionedSnapshot<Header, Item>) {
        let transform = transform
        var headers: [Header] = []
        var groups: [(key: Header.ID, items: ContiguousArray<Result>)] = []
        var records = ChunkTree<SectionRecord<Header, Item>>.Iterator(sections.tree)
        while let record = records.next() {
            headers.append(record.header)
            var results: ContiguousArray<Result> = []
            results.reserveCapacity(record.tree.count)
            var items = ChunkTree<Item>.Iterator(record.tree)
            while let item = items.next() { results.append(Self.made(transform(item), of: item)) }
            groups.append((record.id, results))
        }
        var next = headers.makeIterator()
        // It asks for the headers of the groups one after the other.
        draft.load(groups) { _, _ in next.next()! }
    }

    @inlinable
    static func made(_ result: Result, of item: Item) -> Result {
        precondition(result.id == item.id, "map gave the item \(item.id) the id \(result.id): use Keyed")
        return result
    }
}
