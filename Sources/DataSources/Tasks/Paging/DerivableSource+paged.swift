extension DerivableSource {
    /// The first pages of this source; consumers load more pages while it runs.
    ///
    /// | What happens | Output |
    /// |---|---|
    /// | ``PagedSource/loadMore()`` | the insertion of a page |
    /// | ``PagedSource/reset()`` | the deletion of all pages but the first |
    /// | any change upstream | as from `prefix(_:)` |
    ///
    /// For a range in the middle of a long list, see `window(_:)`.
    ///
    /// ```swift
    /// let page = staff.sorted(by: \.name).paged(size: 50)
    /// try await page.didShow(position: 48)
    /// ```
    ///
    /// - Parameters:
    ///   - size: The number of items per page; less than one counts as one.
    ///   - prefetchDistance: How near to the end a displayed item must be to load more; half a page by default. Less
    ///     than zero counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* insertions, deletions and changes on the pages shown.
    @inlinable
    public func paged<Item>(
        size: Int,
        prefetchDistance: Int? = nil
    ) -> PagedSource<Item> where Snapshot == ListSnapshot<Item> {
        PagedSource(size: size, prefetchDistance: prefetchDistance) {
            await self.snapshot
        } derive: { status in
            (
                DerivedSource(from: self, status, through: PageOperator<Item>()),
                DerivedSource(from: self, status, through: PagePhaseOperator<Item>())
            )
        }
    }
}

extension ListSource {
    /// The first pages of this source, which is filled page by page from a remote.
    ///
    /// ```swift
    /// let people = ListSource<Person>()
    /// let page = people.paged(size: 50) { request in
    ///     let rows = try await api.people(after: request.cursor, limit: request.size)
    ///     return Page(rows, next: rows.last?.id)
    /// }
    /// try await page.loadMore()                          // the first page
    /// try await page.refresh()                           // what is shown, anew
    /// ```
    ///
    /// Items already in this list, such as those of an earlier run, are shown first, page by page. At the end of the
    /// list, `fetch` is called for the next page. A page is applied as one transaction: items whose ids are already
    /// there are updated in place, and the others are appended. So pages may overlap: if a page has only items that are
    /// there, the next one is fetched, up to 16 in one call. The list can be edited independently.
    ///
    /// - Parameters:
    ///   - size: The number of items per page; less than one counts as one.
    ///   - prefetchDistance: How near to the end a displayed item must be to load more; half a page by default. Less
    ///     than zero counts as zero.
    ///   - fetch: Fetches a page, in the task that loads it, one call at a time.
    /// - Returns: The paged source, which keeps this one alive.
    @inlinable
    public nonisolated func paged<Cursor: Sendable>(
        size: Int,
        prefetchDistance: Int? = nil,
        fetch: @escaping @Sendable (PageRequest<Cursor>) async throws -> Page<Item, Cursor>
    ) -> PagedSource<Item> {
        PagedSource(size: size, prefetchDistance: prefetchDistance, list: self, fetch: fetch) { status in
            (
                DerivedSource(from: self, status, through: PageOperator<Item>()),
                DerivedSource(from: self, status, through: PagePhaseOperator<Item>())
            )
        }
    }
}
