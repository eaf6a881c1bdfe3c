/// Shows one page of a list; see ``DerivableSource/page(number:size:)-(Int,_)``.
@usableFromInline
package struct NumberedPageOperator<Item>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()
    @usableFromInline var page: NumberedPage?

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ pageUpdate: Update<ValueSnapshot<NumberedPage>>?
    ) -> ListSnapshot<Item> {
        if let update { items = update.after }
        if let pageUpdate { page = pageUpdate.after.value }
        cut.show(page?.range(of: items.count) ?? 0..<0, of: items, after: update?.changes)
        return cut.snapshot
    }
}

/// The number and the size of a page.
@usableFromInline
package struct NumberedPage: Equatable, Sendable {
    @usableFromInline package let number: Int
    /// The number of items on a page: at least one.
    @usableFromInline package let size: Int

    @inlinable
    package init(number: Int, size: Int) {
        self.number = number
        self.size = Swift.max(1, size)
    }

    /// The number of pages of a list: at least one.
    @inlinable
    package static func count(of items: Int, size: Int) -> Int {
        let size = Swift.max(1, size)
        return Swift.max(1, items / size + (items % size == 0 ? 0 : 1))
    }

    /// The positions on the page, or on the nearest page that there is.
    @inlinable
    package func range(of count: Int) -> Range<Int> {
        let last = Self.count(of: count, size: size) - 1
        let start = Swift.min(Swift.max(0, number), last) * size
        return start..<start + Swift.min(size, count - start)
    }
}
