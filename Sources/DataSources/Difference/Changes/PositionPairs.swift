/// The positions of an item before and after a change.
public struct PositionPair<P: Position>: Hashable, Sendable, Codable {
    /// The position in the snapshot before the change.
    public let before: P
    /// The position in the snapshot after the change.
    public let after: P

    /// Creates a pair.
    @inlinable
    public init(before: P, after: P) {
        self.before = before
        self.after = after
    }
}

/// Pairs of positions, ascending by the position after; items that stay adjacent are stored as runs.
///
/// A block of a thousand items moved as a whole is one run. The value is a collection of its pairs; ``runs`` gives the
/// runs.
public struct PositionPairs<P: Position>: Hashable, Sendable {
    /// Items that are consecutive both before and after.
    public struct Run: Hashable, Sendable, Codable {
        /// The position of the first item before the change.
        public let before: P
        /// The position of the first item after the change.
        public let after: P
        /// The number of items, at least one.
        public let count: Int

        /// Creates the run of `count` items that begins at the two positions.
        @inlinable
        public init(before: P, after: P, count: Int) {
            self.before = before
            self.after = after
            self.count = count
        }
    }

    @usableFromInline var storage: [Run]

    /// The runs, ascending by `after`.
    @inlinable
    public var runs: [Run] { storage }

    /// Creates an empty value.
    @inlinable
    public init() {
        storage = []
    }

    @inlinable
    init(sortedRuns: [Run]) {
        storage = sortedRuns
    }

    /// Creates a value from pairs in any order; positions before must be distinct, and so must positions after.
    public init(_ pairs: some Sequence<PositionPair<P>>) {
        self.init()
        for pair in pairs.sorted(by: { $0.after < $1.after }) { append(pair.before, pair.after, count: 1) }
    }

    /// Appends items whose positions after follow all others.
    @inlinable
    mutating func append(_ before: P, _ after: P, count: Int) { appendRun(before, after, count: count) }

    @inlinable @inline(__always)
    mutating func appendRun(_ before: P, _ after: P, count: Int) {
        if let last = runs.last,
            last.before.advanced(byItems: last.count) == before, last.after.advanced(byItems: last.count) == after
        {
            storage[storage.count - 1] = Run(before: last.before, after: last.after, count: last.count &+ count)
        } else {
            storage.append(Run(before: before, after: after, count: count))
        }
    }
}

// Code of other files that knows the positions calls these, and not the generic functions, which debug builds would run
// there as they are.

extension PositionPairs<Int> {
    /// Appends items whose offsets after follow all others.
    @inlinable
    mutating func append(_ before: Int, _ after: Int, count: Int) { appendRun(before, after, count: count) }
}

extension PositionPairs<ItemPath> {
    /// Appends items whose paths after follow all others.
    @inlinable
    mutating func append(_ before: ItemPath, _ after: ItemPath, count: Int) {
        appendRun(before, after, count: count)
    }
}

extension PositionPairs<Int>.Run {
    /// Creates a run.
    @inlinable
    init(from before: Int, to after: Int, count: Int) {
        self.before = before
        self.after = after
        self.count = count
    }
}

extension PositionPairs: BidirectionalCollection {
    /// An index of a pair: a run, and an offset in it.
    public typealias Index = PositionSet<P>.Index

    /// The index of the first pair.
    @inlinable
    public var startIndex: Index { Index(run: 0, offset: 0) }

    /// The index after the last pair.
    @inlinable
    public var endIndex: Index { Index(run: runs.count, offset: 0) }

    /// The index after `index`.
    @inlinable
    public func index(after index: Index) -> Index {
        index.offset + 1 < runs[index.run].count
            ? Index(run: index.run, offset: index.offset + 1) : Index(run: index.run + 1, offset: 0)
    }

    /// The index before `index`.
    @inlinable
    public func index(before index: Index) -> Index {
        index.offset > 0
            ? Index(run: index.run, offset: index.offset - 1)
            : Index(run: index.run - 1, offset: runs[index.run - 1].count - 1)
    }

    /// The pair at `index`.
    @inlinable
    public subscript(index: Index) -> PositionPair<P> {
        let run = runs[index.run]
        return PositionPair(
            before: run.before.advanced(byItems: index.offset),
            after: run.after.advanced(byItems: index.offset)
        )
    }

    /// Whether there are no pairs, in O(1).
    @inlinable
    public var isEmpty: Bool { runs.isEmpty }

    /// The number of pairs.
    ///
    /// - Complexity: O(*r*) in the number of runs.
    @inlinable
    public var count: Int { runs.reduce(0) { $0 + $1.count } }
}

extension PositionPairs: Codable {
    /// Encodes the runs.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for run in runs { try container.encode(run) }
    }

    /// Decodes runs.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when the runs are empty, negative, out of order or overlap.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init()
        while !container.isAtEnd {
            let run = try container.decode(Run.self)
            let isAscending = runs.last.map { $0.after.advanced(byItems: $0.count - 1) < run.after } ?? true
            guard run.before.canBegin(runOf: run.count), run.after.canBegin(runOf: run.count), isAscending else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "runs of pairs must be ascending and not empty"
                )
            }
            append(run.before, run.after, count: run.count)
        }
        let sorted = runs.sorted { $0.before < $1.before }
        for (run, next) in zip(sorted, sorted.dropFirst())
        where run.before.advanced(byItems: run.count - 1) >= next.before {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "no position before may be in two pairs"
            )
        }
    }
}

extension PositionPairs: CustomStringConvertible {
    /// The runs in brackets.
    public var description: String {
        let parts = runs.map { $0.count == 1 ? "\($0.before)→\($0.after)" : "\($0.before)→\($0.after) ×\($0.count)" }
        return "[\(parts.joined(separator: ", "))]"
    }
}

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
