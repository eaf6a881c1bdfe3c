/// A sequence that delivers so many elements and then throws: a connection that breaks, a database that goes away.
///
/// ```swift
/// await #expect(throws: ConnectionLost.self) {
///     try await staff.follow(FailingSequence([[alice], [alice, bob]], failingAt: 1, with: ConnectionLost()))
/// }
/// #expect(staff.snapshot.map(\.id) == [alice.id])
/// ```
///
/// Instead of the element at the given place it throws, also when there is no such element because the sequence ends just
/// there; a sequence that ends earlier ends as it does. After it has thrown it is over. Each iterator counts anew.
public struct FailingSequence<Base: AsyncSequence>: AsyncSequence {
    /// An element of the sequence beneath.
    public typealias Element = Base.Element
    /// It throws what it was told to, or what the sequence beneath throws.
    public typealias Failure = any Error

    let base: Base
    let place: Int
    let error: any Error

    /// Creates a sequence that delivers the first `place` elements of `base` and then throws `error`.
    public init(wrapping base: Base, failingAt place: Int, with error: any Error) {
        self.base = base
        self.place = place
        self.error = error
    }

    /// Creates a sequence that delivers the first `place` of `elements` and then throws `error`.
    public init<Elements: Sequence>(_ elements: Elements, failingAt place: Int, with error: any Error)
    where Base == ElementSequence<Elements> {
        self.init(wrapping: ElementSequence(elements), failingAt: place, with: error)
    }

    /// Creates an iterator that begins with the first element.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), left: place, error: error)
    }

    /// Goes through the elements up to the failure.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        /// How many elements come before the failure; `nil` once it is over.
        var left: Int?
        let error: any Error

        /// The next element; `nil` once it is over.
        ///
        /// - Throws: The error, in the place of its element; what the sequence beneath throws.
        public mutating func next() async throws -> Base.Element? {
            try await next(isolation: #isolation)
        }

        /// The next element; `nil` once it is over.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The element; `nil` once it is over.
        /// - Throws: The error, in the place of its element; what the sequence beneath throws.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Base.Element? {
            guard let left else { return nil }
            self.left = nil
            if left <= 0 { throw error }
            guard let element = try await base.next(isolation: actor) else { return nil }
            self.left = left - 1
            return element
        }
    }
}

extension FailingSequence: Sendable where Base: Sendable {}
