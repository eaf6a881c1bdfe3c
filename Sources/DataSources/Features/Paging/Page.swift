/// What a ``PagedSource`` asks its remote for: the items that follow those that are there.
///
/// | A remote that counts by | is asked with |
/// |---|---|
/// | the item after which to go on | ``last`` |
/// | the number of items to skip | ``offset`` |
/// | numbers of pages | ``number`` |
///
/// Items that others insert into or remove from the list shift offsets and pages by number; the last item stays right.
public struct PageRequest<Item: Sendable>: Sendable {
    /// How many pages have been fetched before.
    public let number: Int
    /// How many items there are.
    public let offset: Int
    /// The last of the items that are there; `nil` when there are none.
    public let last: Item?
    /// How many items are wanted.
    public let size: Int

    /// Creates a request.
    public init(number: Int, offset: Int, last: Item?, size: Int) {
        self.number = number
        self.offset = offset
        self.last = last
        self.size = size
    }
}

/// What a remote answers to a ``PageRequest``.
///
/// ```swift
/// Page(try await api.people(after: request.last?.id, limit: request.size))
/// ```
public struct Page<Item: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// Whether nothing follows; `nil` when the remote does not say, and then a page that is not full is the last one.
    public let isLast: Bool?

    /// Creates a page.
    public init(_ items: some Sequence<Item>, isLast: Bool? = nil) {
        self.items = Array(items)
        self.isLast = isLast
    }
}
