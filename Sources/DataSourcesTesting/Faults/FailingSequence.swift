/// A sequence that delivers a number of elements and then throws, like a lost connection or a failing database.
///
/// ```swift
/// await #expect(throws: ConnectionLost.self) {
///     try await staff.follow(FailingSequence([[alice], [alice, bob]], failingAt: 1, with: ConnectionLost()))
/// }
/// #expect(staff.snapshot.map(\.id) == [alice.id])
/// ```
///
/// It throws in place of the element with the given index, even if the base sequence ends exactly there; a shorter base
/// sequence ends normally. After throwing it has ended. Each iterator counts from the beginning.
public struct FailingSequence<Base: AsyncSequence>: AsyncSequence {
    /// An element of the base sequence.
    public typealias Element = Base.Element
    /// The given error, or what the base sequence throws.
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

    /// An iterator over the elements before the failure.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        /// The number of elements before the failure; `nil` at the end.
        var left: Int?
        let error: any Error

        /// The next element; `nil` at the end.
        ///
        /// - Throws: The given error, in place of its element; what the base sequence throws.
        public mutating func next() async throws -> Base.Element? {
            try await next(isolation: #isolation)
        }

        /// The next element; `nil` at the end.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The element; `nil` at the end.
        /// - Throws: The given error, in place of its element; what the base sequence throws.
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
