/// The items with one parent, in the order of their labels.
///
/// ```
/// chunks   [a b c] [d e] [f g h]      up to 256 each, none empty
/// ```
///
/// Binary search finds the chunk, then the item in it. Most families are small: one chunk or none.
///
/// | Operation | Cost, for *n* siblings |
/// |---|---|
/// | find an item or its neighbours | O(log *n*) comparisons of labels |
/// | insert or remove | the same, and a walk through one chunk; once in some hundred insertions also O(*n* / 128) |
@usableFromInline
struct Siblings<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline var chunks: [ContiguousArray<Item>] = []
    @usableFromInline var count = 0

    @inlinable
    init() {}

    #if DATASOURCES_INTERNAL_CHECKS
    @inlinable static var limit: Int { 4 }
    #else
    @inlinable static var limit: Int { 256 }
    #endif

    /// The location of a sibling; valid until one is inserted or removed before it.
    @usableFromInline
    struct Location: Comparable {
        @usableFromInline var chunk: Int
        @usableFromInline var offset: Int

        @inlinable
        init(_ chunk: Int, _ offset: Int) {
            self.chunk = chunk
            self.offset = offset
        }

        @inlinable
        static func < (left: Location, right: Location) -> Bool {
            (left.chunk, left.offset) < (right.chunk, right.offset)
        }
    }

    @inlinable var isEmpty: Bool { count == 0 }

    /// The last item; `nil` if there is none.
    @inlinable var last: Item? { chunks.last?.last }

    @inlinable
    subscript(place: Location) -> Item { chunks[place.chunk][place.offset] }

    /// Whether there is an item at a location.
    @inlinable
    func holds(_ place: Location) -> Bool {
        place.chunk < chunks.count && place.offset < chunks[place.chunk].count
    }

    /// The item right before a location; `nil` at the start.
    @inlinable
    func item(before place: Location) -> Item? {
        if place.offset > 0 { return chunks[place.chunk][place.offset - 1] }
        return place.chunk > 0 ? chunks[place.chunk - 1].last : nil
    }

    /// The item right after a location; `nil` at the end.
    @inlinable
    func item(after place: Location) -> Item? {
        if place.offset + 1 < chunks[place.chunk].count { return chunks[place.chunk][place.offset + 1] }
        return place.chunk + 1 < chunks.count ? chunks[place.chunk + 1].first : nil
    }

    /// The location of an item that must be here.
    ///
    /// - Throws: An error if it is not.
    @inlinable
    func place(of id: Item.ID, by labels: LabelsByID<Item.ID>) throws -> Location {
        var place = end(upTo: labels.label(of: id), by: labels)
        place.offset -= 1
        guard place.offset >= 0, areSameKey(self[place].id, id) else { throw LostTrack() }
        return place
    }

    /// The location after the items whose labels are at most `label`, in the chunk of the last of them.
    @inlinable
    func end(upTo label: UInt64, by labels: LabelsByID<Item.ID>) -> Location {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if labels.label(of: chunks[middle][0].id) > label { high = middle } else { low = middle + 1 }
        }
        if low == 0 { return Location(0, 0) }
        let chunk = low - 1
        (low, high) = (1, chunks[chunk].count)
        while low < high {
            let middle = (low + high) / 2
            if labels.label(of: chunks[chunk][middle].id) > label { high = middle } else { low = middle + 1 }
        }
        return Location(chunk, low)
    }

    /// Whether an item is in order beside its neighbours.
    @inlinable
    func isSorted(at place: Location, by labels: LabelsByID<Item.ID>) -> Bool {
        let label = labels.label(of: self[place].id)
        if let left = item(before: place), labels.label(of: left.id) > label { return false }
        if let right = item(after: place), labels.label(of: right.id) < label { return false }
        return true
    }
}

extension Siblings {
    /// Inserts an item by its label.
    ///
    /// - Returns: Its location.
    @inlinable @discardableResult
    mutating func insert(_ item: Item, by labels: LabelsByID<Item.ID>) -> Location {
        count += 1
        if chunks.isEmpty {
            chunks = [[item]]
            return Location(0, 0)
        }
        let place = end(upTo: labels.label(of: item.id), by: labels)
        chunks[place.chunk].insert(item, at: place.offset)
        let size = chunks[place.chunk].count
        if size <= Self.limit { return place }
        // Appending leaves full chunks behind.
        let cut = place.offset == size - 1 && place.chunk == chunks.count - 1 ? size - 1 : size / 2
        chunks.insert(ContiguousArray(chunks[place.chunk][cut...]), at: place.chunk + 1)
        chunks[place.chunk].removeSubrange(cut...)
        return place.offset < cut ? place : Location(place.chunk + 1, place.offset - cut)
    }

    /// Appends an item with the largest label.
    @inlinable
    mutating func append(_ item: Item) {
        if let last = chunks.indices.last, chunks[last].count < Self.limit {
            chunks[last].append(item)
        } else {
            chunks.append([item])
        }
        count += 1
    }

    /// Removes the item at a location; earlier locations stay valid.
    @inlinable @discardableResult
    mutating func remove(at place: Location) -> Item {
        let item = chunks[place.chunk].remove(at: place.offset)
        if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
        count -= 1
        return item
    }

    /// Replaces an item by one with the same id.
    @inlinable
    mutating func put(_ item: Item, at place: Location) {
        chunks[place.chunk][place.offset] = item
    }
}

extension Siblings: Sequence {
    @usableFromInline
    struct Iterator: IteratorProtocol {
        @usableFromInline let chunks: [ContiguousArray<Item>]
        @usableFromInline var place = Location(0, 0)

        @inlinable
        init(_ siblings: Siblings) {
            chunks = siblings.chunks
        }

        @inlinable
        mutating func next() -> Item? {
            guard place.chunk < chunks.count else { return nil }
            let item = chunks[place.chunk][place.offset]
            place.offset += 1
            if place.offset == chunks[place.chunk].count { place = Location(place.chunk + 1, 0) }
            return item
        }
    }

    @inlinable
    func makeIterator() -> Iterator { Iterator(self) }
}
