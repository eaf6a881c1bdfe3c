extension DerivableSource {
    /// The first pages of this source; how many is for its users to say while it goes on.
    ///
    /// | What happens | What comes out |
    /// |---|---|
    /// | ``PagedSource/loadMore()`` | the insertion of a page |
    /// | ``PagedSource/reset()`` | the deletion of all pages but the first |
    /// | anything upstream | as from `prefix(_:)` |
    ///
    /// For a part in the middle of a long list see `window(_:)`.
    ///
    /// ```swift
    /// let page = staff.sorted(by: \.name).paged(size: 50)
    /// try await page.didShow(position: 48)
    /// ```
    ///
    /// - Parameters:
    ///   - size: How many items a page has; less than one counts as one.
    ///   - prefetchDistance: How near to the end an item has to be for its display to load more; half a page if nothing
    ///     is said. Less than zero counts as zero.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*), where *k* counts what comes, goes or changes on the pages shown.
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
    ///     Page(try await api.people(after: request.last?.id, limit: request.size))
    /// }
    /// try await page.loadMore()                          // the first page
    /// ```
    ///
    /// What is in this list is shown first, page by page, as what an earlier run has kept; where it ends, `fetch` is asked
    /// for what follows. A page is taken in as one transaction: items that are there already, by id, are updated in their
    /// places, and the others appended. So pages may overlap. Everybody may edit the list besides.
    ///
    /// - Parameters:
    ///   - size: How many items a page has; less than one counts as one.
    ///   - prefetchDistance: How near to the end an item has to be for its display to load more; half a page if nothing
    ///     is said. Less than zero counts as zero.
    ///   - fetch: Fetches what follows; it runs in the task that asks for more, for one call at a time.
    /// - Returns: The paged source, which keeps this one alive.
    @inlinable
    public nonisolated func paged(
        size: Int,
        prefetchDistance: Int? = nil,
        fetch: @escaping @Sendable (PageRequest<Item>) async throws -> Page<Item>
    ) -> PagedSource<Item> {
        PagedSource(size: size, prefetchDistance: prefetchDistance, list: self, fetch: fetch) { status in
            (
                DerivedSource(from: self, status, through: PageOperator<Item>()),
                DerivedSource(from: self, status, through: PagePhaseOperator<Item>())
            )
        }
    }
}
