/// The elements of a sequence, one after the other, as an asynchronous sequence that never suspends.
///
/// What ``FailingSequence`` and ``PausingSequence`` make of plain elements. Each iterator begins anew.
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

    /// Goes through the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: Elements.Iterator

        /// The next element; `nil` after the last.
        public mutating func next() async -> Elements.Element? { iterator.next() }

        /// The next element; `nil` after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Elements.Element? { iterator.next() }
    }
}

extension ElementSequence: Sendable where Elements: Sendable {}
