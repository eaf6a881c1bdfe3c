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

/// The phase of a ``PagedSource``: what the last row of a list would show.
public enum PagePhase: Equatable, Sendable {
    /// There is more to show or to fetch, and no load is running.
    case idle
    /// A page is being fetched.
    case loading
    /// The last fetch failed; it can be retried.
    case failed(PageFailure)
    /// Everything is shown.
    case atEnd
}

/// The error of a fetch.
///
/// Two failures are equal if they belong to the same attempt.
public struct PageFailure: Equatable, Sendable, CustomStringConvertible {
    /// The error thrown.
    public let error: any Error
    /// The number of attempts so far, including this one.
    public let attempt: Int

    /// Creates a failure.
    package init(_ error: any Error, attempt: Int) {
        self.error = error
        self.attempt = attempt
    }

    /// Whether both belong to the same attempt.
    public static func == (left: PageFailure, right: PageFailure) -> Bool { left.attempt == right.attempt }

    /// The attempt and its error.
    public var description: String { "attempt \(attempt): \(error)" }
}
