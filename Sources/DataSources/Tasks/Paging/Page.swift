/// A request of a ``PagedSource`` to its remote.
///
/// A cursor is whatever the remote needs to know where a page begins: the key of the last item, a token, an offset. Only
/// the remote makes cursors, so items that others insert or remove in the list do not shift them.
public struct PageRequest<Cursor: Sendable>: Sendable {
    /// Where the page begins, as the page before said in ``Page/next``; `nil` asks for the first page.
    public let cursor: Cursor?
    /// The number of items requested.
    public let size: Int

    /// Creates a request.
    public init(cursor: Cursor?, size: Int) {
        self.cursor = cursor
        self.size = size
    }
}

/// A remote's response to a ``PageRequest``.
///
/// | If the remote pages by | return |
/// |---|---|
/// | the last item | `Page(rows, next: rows.last?.id)` |
/// | a token | `Page(answer.rows, next: answer.nextToken)` |
/// | an offset | `Page(rows, next: rows.isEmpty ? nil : offset + rows.count)`, with `offset = request.cursor ?? 0` |
public struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    /// The items, in order; there can be fewer or more than requested.
    public let items: [Item]
    /// Where the next page begins; `nil` if nothing follows.
    public let next: Cursor?

    /// Creates a page.
    public init(_ items: some Sequence<Item>, next: Cursor?) {
        self.items = Array(items)
        self.next = next
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
