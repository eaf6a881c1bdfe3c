extension PositionSet {
    /// An iterator over the positions in order, O(1) per position.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline var runs: IndexingIterator<[Run]>
        /// The run that is being read, and the number of its positions read.
        @usableFromInline var run: Run?
        @usableFromInline var offset = 0

        @inlinable
        init(_ runs: [Run]) {
            self.runs = runs.makeIterator()
        }

        /// The next position; `nil` after the last.
        @inlinable @_specialize(where P == Int) @_specialize(where P == ItemPath)
        public mutating func next() -> P? {
            if let run, offset < run.count {
                defer { offset &+= 1 }
                return run.first.advanced(byItems: offset)
            }
            run = runs.next()
            offset = 1
            return run?.first
        }
    }

    /// An iterator before the first position.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(storage) }
}
