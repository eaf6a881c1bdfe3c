extension DerivableSource {
    /// One page of this source, by its number; other sources, such as a ``Parameter``, give the number and the size.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | insert, delete before the page | the insertions and deletions of the items that cross its ends |
    /// | insert, delete, move, update on the page | the same, and what crosses its end |
    /// | anything behind the page | nothing |
    /// | the number or the size | one update, from the items of the old page to those of the new one |
    ///
    /// Pages count from 0. A number beyond the last page shows the last page, and a negative one the first: when items
    /// are deleted, a consumer on the last page never faces an empty one. The last page can be shorter. While there is
    /// no number or no size, the output is empty. SQL's `LIMIT` and `OFFSET`, DynamicData's `Page`.
    ///
    /// For the number of pages see ``pageCount(size:)-(Int)``; for a page that follows its items, `window(_:)`; for
    /// pages that load on demand, `paged(size:)`.
    ///
    /// ```swift
    /// let (number, size) = (Parameter(0), Parameter(20))
    /// let shown = found.page(number: number, size: size)
    /// number.set(3)                         // one update
    /// ```
    ///
    /// - Parameters:
    ///   - number: The source of the page's number, from 0.
    ///   - size: The source of the number of items on a page; less than one counts as one.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes up to the end of the page; O(*p* log *n*)
    ///   for a new page of *p* items.
    @inlinable
    @_disfavoredOverload
    public func page<Item>(
        number: any DerivableSource<ValueSnapshot<Int>>,
        size: any DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        let page = number.combined(with: size) { NumberedPage(number: $0, size: $1) }
        return DerivedSource(from: self, page, through: LimitOperator(page: nil))
    }

    /// One page of this source, by its number; another source, such as a ``Parameter``, gives the number.
    ///
    /// Works like ``page(number:size:)-(_,_)`` with a size that does not change.
    ///
    /// ```swift
    /// let shown = found.page(number: number, size: 20)
    /// ```
    ///
    /// - Parameters:
    ///   - number: The source of the page's number, from 0.
    ///   - size: The number of items on a page; less than one counts as one.
    /// - Returns: The derived source.
    /// - Complexity: As with a size that changes.
    @inlinable
    @_disfavoredOverload
    public func page<Item>(
        number: any DerivableSource<ValueSnapshot<Int>>,
        size: Int
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        let page = number.map { NumberedPage(number: $0, size: size) }
        return DerivedSource(from: self, page, through: LimitOperator(page: nil))
    }

    /// The number of pages of this source: at least one.
    ///
    /// ```swift
    /// let pages = found.pageCount(size: size)
    /// ```
    ///
    /// - Parameter size: The source of the number of items on a page; less than one counts as one.
    /// - Returns: The derived source; while there is no size it has no value.
    /// - Complexity: O(*k*) for *k* changes.
    @inlinable
    @_disfavoredOverload
    public func pageCount<Item>(
        size: any DerivableSource<ValueSnapshot<Int>>
    ) -> DerivedSource<ValueSnapshot<Int>> where Snapshot == ListSnapshot<Item> {
        counted().combined(with: size) { NumberedPage.count(of: $0, size: $1) }
    }

    /// The number of pages of this source: at least one.
    ///
    /// - Parameter size: The number of items on a page; less than one counts as one.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) for *k* changes.
    @inlinable
    public func pageCount<Item>(
        size: Int
    ) -> DerivedSource<ValueSnapshot<Int>> where Snapshot == ListSnapshot<Item> {
        counted().map { NumberedPage.count(of: $0, size: size) }
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
