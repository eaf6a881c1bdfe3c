/// A set of positions in ascending order; adjacent positions are stored as runs.
///
/// Ten thousand appended items are one run. The set is a collection of its positions; ``runs`` gives the runs, and for
/// offsets `ranges` gives them as ranges.
///
/// ```swift
/// for offset in update.changes.deletions.reversed() { rows.remove(at: offset) }
/// for range in update.changes.insertions.ranges { rows.insert(contentsOf: …, at: range.lowerBound) }
/// ```
public struct PositionSet<P: Position>: Hashable, Sendable {
    /// Consecutive positions in one list or section.
    public struct Run: Hashable, Sendable, Codable {
        /// The first position of the run.
        public let first: P
        /// The number of positions, at least one.
        public let count: Int

        /// Creates the run of `count` positions that begins with `first`.
        @inlinable
        public init(first: P, count: Int) {
            self.first = first
            self.count = count
        }
    }

    @usableFromInline var storage: [Run]

    /// The runs, ascending; no two are adjacent.
    @inlinable
    public var runs: [Run] { storage }

    /// Creates an empty set.
    @inlinable
    public init() {
        storage = []
    }

    @inlinable
    init(sortedRuns: [Run]) {
        storage = sortedRuns
    }

    /// Creates a set of positions in any order; duplicates count once.
    ///
    /// - Complexity: O(*n* log *n*).
    public init(_ positions: some Sequence<P>) {
        self.init()
        for position in positions.sorted() where runs.last.map({ $0.last != position }) ?? true {
            append(position, count: 1)
        }
    }

    /// Appends positions greater than all others.
    @inlinable
    mutating func append(_ first: P, count: Int) { appendRun(first, count: count) }

    @inlinable @inline(__always)
    mutating func appendRun(_ first: P, count: Int) {
        if let last = runs.last, last.first.advanced(byItems: last.count) == first {
            storage[storage.count - 1] = Run(first: last.first, count: last.count &+ count)
        } else {
            storage.append(Run(first: first, count: count))
        }
    }
}

// Code of other files that knows the positions calls these, and not the generic function, which debug builds would run
// there as it is.

extension PositionSet<Int> {
    /// Appends offsets greater than all others.
    @inlinable
    mutating func append(_ first: Int, count: Int) { appendRun(first, count: count) }
}

extension PositionSet<ItemPath> {
    /// Appends paths greater than all others.
    @inlinable
    mutating func append(_ first: ItemPath, count: Int) { appendRun(first, count: count) }
}

extension PositionSet.Run {
    /// The last position of the run.
    @inlinable
    public var last: P { first.advanced(byItems: count &- 1) }
}

extension PositionSet: BidirectionalCollection {
    /// An index of a position: a run, and an offset in it.
    public struct Index: Hashable, Comparable, Sendable {
        @usableFromInline let run: Int
        @usableFromInline let offset: Int

        @inlinable
        init(run: Int, offset: Int) {
            self.run = run
            self.offset = offset
        }

        /// Whether the left index comes first.
        @inlinable
        public static func < (left: Index, right: Index) -> Bool {
            (left.run, left.offset) < (right.run, right.offset)
        }
    }

    /// The index of the smallest position.
    @inlinable
    public var startIndex: Index { Index(run: 0, offset: 0) }

    /// The index after the greatest position.
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

    /// The position at `index`.
    @inlinable
    public subscript(index: Index) -> P {
        runs[index.run].first.advanced(byItems: index.offset)
    }

    /// Whether there are no positions, in O(1).
    @inlinable
    public var isEmpty: Bool { runs.isEmpty }

    /// The number of positions.
    ///
    /// - Complexity: O(*r*) in the number of runs.
    @inlinable
    public var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Whether `position` is in the set.
    ///
    /// - Complexity: O(log *r*) in the number of runs.
    public func contains(_ position: P) -> Bool {
        let next = runs.partitioningIndex { $0.first > position }
        guard next > 0, let distance = runs[next - 1].first.items(to: position) else { return false }
        // The distance between a negative offset and a very large one can overflow.
        return distance >= 0 && distance < runs[next - 1].count
    }
}

extension PositionSet where P == Int {
    /// The runs as ranges, ascending; no two are adjacent.
    @inlinable
    public var ranges: [Range<Int>] {
        runs.map { Range(positionsFrom: $0.first, count: $0.count) }
    }
}

extension Range<Int> {
    /// `count` positions from `first` on, without `Int.max` and beyond, which no list has.
    @inlinable
    init(positionsFrom first: Int, count: Int) {
        self = first..<first + Swift.min(count, Int.max &- Swift.max(0, first))
    }
}

extension PositionSet: ExpressibleByArrayLiteral {
    /// Creates a set of the listed positions.
    public init(arrayLiteral positions: P...) {
        self.init(positions)
    }
}

extension PositionSet: Codable {
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
            let isAscending = runs.last.map { $0.last < run.first } ?? true
            guard run.first.canBegin(runOf: run.count), isAscending else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "runs of positions must be ascending and not empty"
                )
            }
            append(run.first, count: run.count)
        }
    }
}

extension PositionSet: CustomStringConvertible {
    /// The runs in brackets.
    public var description: String {
        "[\(runs.map { $0.count == 1 ? "\($0.first)" : "\($0.first)...\($0.last)" }.joined(separator: ", "))]"
    }
}

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
