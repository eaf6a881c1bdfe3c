/// A request of a ``PagedSource`` to its remote: the items that follow those already in the list.
///
/// | If the remote pages by | use |
/// |---|---|
/// | the last known item | ``last`` |
/// | the number of items to skip | ``offset`` |
/// | page numbers | ``number`` |
///
/// Insertions and removals by others shift offsets and page numbers; the last item stays valid.
public struct PageRequest<Item: Sendable>: Sendable {
    /// The number of pages fetched before.
    public let number: Int
    /// The number of items in the list.
    public let offset: Int
    /// The last item in the list; `nil` if the list is empty.
    public let last: Item?
    /// The number of items requested.
    public let size: Int

    /// Creates a request.
    public init(number: Int, offset: Int, last: Item?, size: Int) {
        self.number = number
        self.offset = offset
        self.last = last
        self.size = size
    }
}

/// A remote's response to a ``PageRequest``.
///
/// ```swift
/// Page(try await api.people(after: request.last?.id, limit: request.size))
/// ```
public struct Page<Item: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// Whether nothing follows; `nil` if the remote does not say: then a page that is not full is the last one.
    public let isLast: Bool?

    /// Creates a page.
    public init(_ items: some Sequence<Item>, isLast: Bool? = nil) {
        self.items = Array(items)
        self.isLast = isLast
    }
}
