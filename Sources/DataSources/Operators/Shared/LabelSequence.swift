/// A sequence of labels, each with a tag, in few bytes.
///
/// ```
/// chunks   labels, packed   [10 17 20]  [31 44]     up to 512
///          tags             [ a  a  b]  [ b  c]     none if a tag has no content
/// counts                        3          2
/// ```
///
/// | Operation, *n* labels | Cost |
/// |---|---|
/// | label at a position, position of a label | O(log *n*) |
/// | insert or remove *k* adjacent labels | the same and O(*k*), and moving a chunk; once in some hundred labels also O(*n* / 384) |
/// | load | O(*n*) |
@usableFromInline
package struct LabelSequence<Tag: Equatable & Sendable>: Sendable {
    @usableFromInline
    struct Chunk: Sendable {
        @usableFromInline var labels: PackedNumbers
        @usableFromInline var tags: ContiguousArray<Tag>

        @inlinable
        init(_ labels: PackedNumbers, _ tags: ContiguousArray<Tag>) {
            self.labels = labels
            self.tags = tags
        }
    }

    /// At least one; none is empty unless it is the only one.
    @usableFromInline var chunks: ContiguousArray<Chunk> = [Chunk(PackedNumbers(), [])]
    @usableFromInline var counts = ChunkCounts()

    #if DATASOURCES_INTERNAL_CHECKS
    @inlinable static var limit: Int { 8 }
    #else
    @inlinable static var limit: Int { 512 }
    #endif

    /// The fill of chunks built in bulk, which leaves room for later insertions.
    @inlinable static var fill: Int { limit * 3 / 4 }

    /// Whether tags are stored.
    @inlinable static var hasTags: Bool { MemoryLayout<Tag>.size > 0 }

    /// Creates an empty sequence.
    @inlinable
    package init() {}

    @inlinable package var count: Int { counts.total }

    /// The label and tag at a position.
    @inlinable
    package subscript(position: Int) -> Labelled<Tag> {
        let place = counts.place(of: position)
        let label = chunks[place.chunk].labels[place.offset]
        return Labelled(label, Self.hasTags ? chunks[place.chunk].tags[place.offset] : Self.emptyTag)
    }

    /// The label at a position.
    @inlinable
    package func label(at position: Int) -> UInt64 {
        let place = counts.place(of: position)
        return chunks[place.chunk].labels[place.offset]
    }

    /// The position of the first label that is not smaller, in an ascending sequence; `count` if all are smaller.
    @inlinable
    package func position(ofFirstFrom label: UInt64) -> Int {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            let labels = chunks[middle].labels
            if labels.isEmpty || labels[labels.count - 1] < label { low = middle + 1 } else { high = middle }
        }
        if low == chunks.count { return count }
        return counts.sum(before: low) + chunks[low].labels.index(ofFirstFrom: label)
    }

    /// Calls `body` with each label and tag, in order.
    @inlinable
    package func forEach(_ body: (Labelled<Tag>) -> Void) {
        for chunk in chunks {
            for offset in 0..<chunk.labels.count {
                body(Labelled(chunk.labels[offset], Self.tag(of: chunk, at: offset)))
            }
        }
    }

    /// All labels, in order.
    @inlinable package var labels: ContiguousArray<UInt64> {
        var labels: ContiguousArray<UInt64> = []
        labels.reserveCapacity(count)
        for chunk in chunks { labels.append(contentsOf: chunk.labels.numbers) }
        return labels
    }

    /// All tags, in order.
    @inlinable package var tags: ContiguousArray<Tag> {
        var tags: ContiguousArray<Tag> = []
        tags.reserveCapacity(count)
        forEach { tags.append($0.tag) }
        return tags
    }

    @inlinable
    static func tag(of chunk: Chunk, at offset: Int) -> Tag { hasTags ? chunk.tags[offset] : emptyTag }

    /// The value of a tag without content.
    @inlinable static var emptyTag: Tag {
        // Used only if tags have no size; then they have one value, as `Void` has.
        unsafe unsafeBitCast((), to: Tag.self)
    }
}

extension LabelSequence {
    /// Replaces the label at a position.
    @inlinable
    package mutating func setLabel(_ label: UInt64, at position: Int) {
        let place = counts.place(of: position)
        chunks[place.chunk].labels[place.offset] = label
    }

    /// Replaces the tag at a position.
    @inlinable
    package mutating func setTag(_ tag: Tag, at position: Int) {
        if !Self.hasTags { return }
        let place = counts.place(of: position)
        chunks[place.chunk].tags[place.offset] = tag
    }

    /// Replaces everything.
    @inlinable
    package mutating func load(count: Int, _ element: (_ position: Int) -> Labelled<Tag>) {
        let pieces = Swift.max(1, (count + Self.fill - 1) / Self.fill)
        chunks = []
        chunks.reserveCapacity(pieces)
        for piece in 0..<pieces {
            chunks.append(Self.chunk(of: count * piece / pieces..<count * (piece + 1) / pieces, element))
        }
        recount()
    }

    /// Inserts labels with tags, the first at `position`.
    @inlinable
    package mutating func insert(_ elements: [Labelled<Tag>], at position: Int) {
        if elements.isEmpty { return }
        let place =
            position < count ? counts.place(of: position) : (chunks.count - 1, chunks[chunks.count - 1].labels.count)
        let size = chunks[place.chunk].labels.count + elements.count
        if elements.count == 1 {
            chunks[place.chunk].labels.insert(elements[0].label, at: place.offset)
        } else {
            chunks[place.chunk].labels.insert(contentsOf: ContiguousArray(elements.lazy.map(\.label)), at: place.offset)
        }
        if Self.hasTags { chunks[place.chunk].tags.insert(contentsOf: elements.lazy.map(\.tag), at: place.offset) }
        if size <= Self.limit { counts.add(elements.count, to: place.chunk) } else { split(place.chunk) }
    }

    /// Removes the labels in a range of positions.
    @inlinable
    package mutating func removeSubrange(_ range: Range<Int>) {
        if range.isEmpty { return }
        let before = chunks.count
        let (first, last) = (counts.place(of: range.lowerBound), counts.place(of: range.upperBound - 1))
        if first.chunk == last.chunk {
            let left = remove(first.offset..<last.offset + 1, from: first.chunk)
            if left > Self.limit / 4 || left > 0 && chunks.count == 1 {
                return counts.add(-range.count, to: first.chunk)
            }
        } else {
            remove(first.offset..<chunks[first.chunk].labels.count, from: first.chunk)
            remove(0..<last.offset + 1, from: last.chunk)
            chunks.removeSubrange(first.chunk + 1..<last.chunk)
        }
        tidy(Swift.min(first.chunk + 1, chunks.count - 1))
        tidy(Swift.min(first.chunk, chunks.count - 1))
        if first.chunk == last.chunk, chunks.count == before {
            counts.add(-range.count, to: first.chunk)
        } else {
            recount()
        }
    }
}

extension LabelSequence {
    @inlinable
    static func chunk(of range: Range<Int>, _ element: (_ position: Int) -> Labelled<Tag>) -> Chunk {
        var labels: ContiguousArray<UInt64> = []
        var tags: ContiguousArray<Tag> = []
        labels.reserveCapacity(range.count)
        if hasTags { tags.reserveCapacity(range.count) }
        for position in range {
            let element = element(position)
            labels.append(element.label)
            if hasTags { tags.append(element.tag) }
        }
        return Chunk(PackedNumbers(labels), tags)
    }

    @inlinable @discardableResult
    mutating func remove(_ offsets: Range<Int>, from chunk: Int) -> Int {
        chunks[chunk].labels.removeSubrange(offsets)
        if Self.hasTags { chunks[chunk].tags.removeSubrange(offsets) }
        return chunks[chunk].labels.count
    }

    /// Splits a chunk that has become too long into chunks of even size.
    @inlinable
    mutating func split(_ place: Int) {
        let chunk = chunks[place]
        let size = chunk.labels.count
        let pieces = (size + Self.fill - 1) / Self.fill
        chunks.replaceSubrange(
            place..<place + 1,
            with: (0..<pieces).map { piece in
                Self.chunk(of: size * piece / pieces..<size * (piece + 1) / pieces) { offset in
                    Labelled(chunk.labels[offset], Self.tag(of: chunk, at: offset))
                }
            })
        recount()
    }

    /// Removes an empty chunk, and merges a short one with the one before it, or the first one with the second.
    @inlinable
    mutating func tidy(_ place: Int) {
        if chunks.count == 1 { return }
        let size = chunks[place].labels.count
        if size == 0 {
            chunks.remove(at: place)
            return
        }
        let left = Swift.max(0, place - 1)
        let joined = chunks[left].labels.count + chunks[left + 1].labels.count
        if size > Self.limit / 4 || joined > Self.fill { return }
        let right = chunks.remove(at: left + 1)
        chunks[left].labels.insert(contentsOf: right.labels.numbers, at: chunks[left].labels.count)
        if Self.hasTags { chunks[left].tags.append(contentsOf: right.tags) }
    }

    /// Counts the labels after the number of chunks has changed.
    @inlinable
    mutating func recount() {
        counts.load(ContiguousArray(chunks.lazy.map(\.labels.count)))
    }
}
