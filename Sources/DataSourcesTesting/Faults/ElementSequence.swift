/// An asynchronous sequence of the elements of a sequence that never suspends.
///
/// ``FailingSequence`` and ``PausingSequence`` use it for plain elements. Each iterator starts from the beginning.
public struct ElementSequence<Elements: Sequence>: AsyncSequence {
    /// An element of the sequence.
    public typealias Element = Elements.Element
    /// The sequence does not throw.
    public typealias Failure = Never

    let elements: Elements

    /// Creates a sequence of `elements`.
    public init(_ elements: Elements) {
        self.elements = elements
    }

    /// Creates an iterator that begins with the first element.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: elements.makeIterator())
    }

    /// An iterator over the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: Elements.Iterator

        /// The next element; `nil` after the last.
        public mutating func next() async -> Elements.Element? { iterator.next() }

        /// The next element; `nil` after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Elements.Element? { iterator.next() }
    }
}

extension ElementSequence: Sendable where Elements: Sendable {}
