extension PositionPairs {
    /// An iterator over the pairs in order, O(1) per pair.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline var runs: IndexingIterator<[Run]>
        /// The run that is being read, and the number of its pairs read.
        @usableFromInline var run: Run?
        @usableFromInline var offset = 0

        @inlinable
        init(_ runs: [Run]) {
            self.runs = runs.makeIterator()
        }

        /// The next pair; `nil` after the last.
        @inlinable @_specialize(where P == Int) @_specialize(where P == ItemPath)
        public mutating func next() -> PositionPair<P>? {
            if let run, offset < run.count {
                defer { offset &+= 1 }
                return PositionPair(
                    before: run.before.advanced(byItems: offset), after: run.after.advanced(byItems: offset))
            }
            run = runs.next()
            offset = 1
            return run.map { PositionPair(before: $0.before, after: $0.after) }
        }
    }

    /// An iterator before the first pair.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(storage) }
}
