/// The labels of a group of items, ascending; gives the rank of an item in its group.
///
/// ```
/// one label       stored inline
/// more            chunks of up to 1,024 labels
/// ```
///
/// | Operation, *g* labels | Cost |
/// |---|---|
/// | rank of a label, insert, remove | O(log *g*) comparisons, and the counts of *g* / 768 chunks |
/// | append | O(1) amortized |
@usableFromInline
package struct LabelGroup: Sendable {
    /// The only label; unused if there are chunks.
    @usableFromInline var only: UInt64
    /// Non-empty chunks; none for a single label.
    @usableFromInline var chunks: ContiguousArray<PackedNumbers> = []

    #if DATASOURCES_INTERNAL_CHECKS
    @inlinable static var limit: Int { 8 }
    #else
    @inlinable static var limit: Int { 1024 }
    #endif

    @inlinable
    package init(_ only: UInt64) {
        self.only = only
    }

    /// Creates a group of ascending labels, at least one.
    @inlinable
    init(ascending labels: ContiguousArray<UInt64>) {
        only = labels[0]
        if labels.count == 1 { return }
        let size = Self.limit * 3 / 4
        for start in stride(from: 0, to: labels.count, by: size) {
            chunks.append(PackedNumbers(ContiguousArray(labels[start..<Swift.min(start + size, labels.count)])))
        }
    }

    @inlinable package var count: Int { chunks.isEmpty ? 1 : chunks.reduce(0) { $0 + $1.count } }

    @inlinable package var isSingle: Bool { chunks.isEmpty || chunks.count == 1 && chunks[0].count == 1 }

    @inlinable package var first: UInt64 { chunks.isEmpty ? only : chunks[0][0] }

    /// All labels, ascending.
    @inlinable package var labels: ContiguousArray<UInt64> {
        chunks.isEmpty ? [only] : ContiguousArray(chunks.lazy.map(\.numbers).joined())
    }

    /// The label at a rank.
    @inlinable
    package subscript(rank: Int) -> UInt64 {
        if chunks.isEmpty { return only }
        let place = place(at: rank)
        return chunks[place.chunk][place.offset]
    }

    /// Whether the label at a rank is between those of its neighbours.
    @inlinable
    package func isAscending(at rank: Int) -> Bool {
        let label = self[rank]
        return (rank == 0 || self[rank - 1] < label) && (rank + 1 >= count || label < self[rank + 1])
    }

    /// The rank of a label that must be in the group.
    ///
    /// - Throws: An error if it is not.
    @inlinable
    func knownRank(of label: UInt64) throws -> Int {
        if chunks.isEmpty {
            if only != label { throw LostTrack() }
            return 0
        }
        let place = place(of: label)
        guard place.offset < chunks[place.chunk].count, chunks[place.chunk][place.offset] == label else {
            throw LostTrack()
        }
        return chunks[..<place.chunk].reduce(0) { $0 + $1.count } + place.offset
    }

    /// The number of smaller labels.
    @inlinable
    package func rank(of label: UInt64) -> Int {
        if chunks.isEmpty { return only < label ? 1 : 0 }
        let place = place(of: label)
        return chunks[..<place.chunk].reduce(0) { $0 + $1.count } + place.offset
    }
}

extension LabelGroup {
    @usableFromInline typealias Location = (chunk: Int, offset: Int)

    /// The location of the first label that is not smaller; the end of a chunk if all its labels are smaller.
    @inlinable
    func place(of label: UInt64) -> Location {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle][0] <= label { low = middle + 1 } else { high = middle }
        }
        let chunk = Swift.max(0, low - 1)
        return (chunk, chunks[chunk].index(ofFirstFrom: label))
    }

    @inlinable
    func place(at rank: Int) -> Location {
        var (chunk, offset) = (0, rank)
        while offset >= chunks[chunk].count {
            offset -= chunks[chunk].count
            chunk += 1
        }
        return (chunk, offset)
    }

    /// Inserts a new label.
    ///
    /// - Returns: Its rank.
    @inlinable @discardableResult
    package mutating func insert(_ label: UInt64) -> Int {
        if chunks.isEmpty {
            chunks = [PackedNumbers([Swift.min(only, label), Swift.max(only, label)])]
            return only < label ? 1 : 0
        }
        let place = place(of: label)
        let rank = chunks[..<place.chunk].reduce(0) { $0 + $1.count } + place.offset
        chunks[place.chunk].insert(label, at: place.offset)
        let size = chunks[place.chunk].count
        if size > Self.limit {
            let labels = chunks[place.chunk].numbers
            chunks[place.chunk] = PackedNumbers(ContiguousArray(labels[..<(size / 2)]))
            chunks.insert(PackedNumbers(ContiguousArray(labels[(size / 2)...])), at: place.chunk + 1)
        }
        return rank
    }

    /// Appends a label larger than all others.
    @inlinable
    package mutating func append(_ label: UInt64) {
        if chunks.isEmpty {
            chunks = [PackedNumbers([only, label])]
        } else if chunks[chunks.count - 1].count < Self.limit * 3 / 4 {
            chunks[chunks.count - 1].append(label)
        } else {
            chunks.append(PackedNumbers([label]))
        }
    }

    /// Removes the label at a rank; a single label stays.
    @inlinable
    package mutating func remove(at rank: Int) {
        if chunks.isEmpty { return }
        let place = place(at: rank)
        if chunks[place.chunk].count > 1 {
            chunks[place.chunk].removeSubrange(place.offset..<place.offset + 1)
        } else if chunks.count > 1 {
            chunks.remove(at: place.chunk)
        }
    }

    /// Replaces the label at a rank.
    @inlinable
    package mutating func put(_ label: UInt64, at rank: Int) {
        if chunks.isEmpty {
            only = label
        } else {
            let place = place(at: rank)
            chunks[place.chunk][place.offset] = label
        }
    }
}
