/// An element that counts or does not: what is shown, or hidden.
protocol Counted: Sendable {
    var counts: Bool { get }
}

extension Bool: Counted {
    var counts: Bool { self }
}

/// A list that knows how many of its elements before a position count, and where the *k*-th one that counts is.
///
/// ```
/// elements   1 0 1 1 | 0 0 1 | 1 0      three chunks
/// count      4         3       2
/// counting   3         1       1
/// ```
///
/// Copies share their chunks. An edit copies one of up to 512 elements, and the table of the chunks.
struct CountedList<Element: Counted>: Sendable {
    private struct Chunk: Sendable {
        var elements: ContiguousArray<Element>
        var counting: Int

        init(_ elements: ContiguousArray<Element>) {
            self.elements = elements
            counting = elements.reduce(0) { $0 + ($1.counts ? 1 : 0) }
        }

        /// Chunks that are half full, so that edits seldom split them.
        static func split(_ elements: ContiguousArray<Element>) -> [Chunk] {
            stride(from: 0, to: elements.count, by: 256).map { start in
                Chunk(ContiguousArray(elements[start..<min(start + 256, elements.count)]))
            }
        }
    }

    private static var largest: Int { 512 }

    private var chunks: ContiguousArray<Chunk> = []
    private(set) var count = 0
    /// The number of elements that count.
    private(set) var counting = 0

    init() {}

    init(_ elements: some Sequence<Element>) {
        append(Chunk.split(ContiguousArray(elements)), at: 0)
    }

    /// The element at a position; `nil` if there is none.
    subscript(position: Int) -> Element? {
        guard let (chunk, offset) = locate(position), position < count else { return nil }
        return chunks[chunk].elements[offset]
    }

    /// The number of elements before a position that count.
    func rank(_ position: Int) -> Int {
        guard let (place, offset) = locate(position) else { return position < 0 ? 0 : counting }
        let before = chunks[..<place].reduce(0) { $0 + $1.counting }
        return chunks[place].elements[..<offset].reduce(before) { $0 + ($1.counts ? 1 : 0) }
    }

    /// The position of an element that counts, given how many before it do; `nil` if there is none.
    func select(_ rank: Int) -> Int? {
        guard rank >= 0, rank < counting else { return nil }
        var (left, position) = (rank, 0)
        for chunk in chunks {
            if left >= chunk.counting {
                left -= chunk.counting
                position += chunk.elements.count
                continue
            }
            for element in chunk.elements {
                if element.counts {
                    if left == 0 { return position }
                    left -= 1
                }
                position += 1
            }
        }
        return nil
    }

    /// Changes the element at a position, if there is one.
    mutating func update<Result>(at position: Int, _ body: (inout Element) -> Result) -> Result? {
        guard let (place, offset) = locate(position), position < count else { return nil }
        let old = chunks[place].elements[offset].counts
        let result = body(&chunks[place].elements[offset])
        let change = (chunks[place].elements[offset].counts ? 1 : 0) - (old ? 1 : 0)
        chunks[place].counting += change
        counting += change
        return result
    }

    /// Inserts an element; does nothing if there is no such position.
    mutating func insert(_ element: Element, at position: Int) {
        guard position >= 0, position <= count else { return }
        guard let (place, offset) = position == count ? lastPlace : locate(position) else {
            return append([Chunk([element])], at: 0)
        }
        count += 1
        if element.counts {
            counting += 1
            chunks[place].counting += 1
        }
        chunks[place].elements.insert(element, at: offset)
        if chunks[place].elements.count > Self.largest {
            chunks.replaceSubrange(place...place, with: Chunk.split(chunks[place].elements))
        }
    }

    /// Removes the element at a position, if there is one.
    @discardableResult
    mutating func remove(at position: Int) -> Element? {
        guard let (place, offset) = locate(position), position < count else { return nil }
        let element = chunks[place].elements.remove(at: offset)
        count -= 1
        if element.counts {
            counting -= 1
            chunks[place].counting -= 1
        }
        if chunks[place].elements.isEmpty { chunks.remove(at: place) }
        return element
    }

    /// Calls `body` with every element and its position.
    func forEach(_ body: (Int, Element) -> Void) {
        var position = 0
        for chunk in chunks {
            for element in chunk.elements {
                body(position, element)
                position += 1
            }
        }
    }

    private var lastPlace: (chunk: Int, offset: Int)? {
        chunks.last.map { (chunks.count - 1, $0.elements.count) }
    }

    private func locate(_ position: Int) -> (chunk: Int, offset: Int)? {
        guard position >= 0, position < count else { return nil }
        var offset = position
        for (place, chunk) in chunks.enumerated() {
            if offset < chunk.elements.count { return (place, offset) }
            offset -= chunk.elements.count
        }
        return nil
    }

    private mutating func append(_ new: [Chunk], at place: Int) {
        chunks.insert(contentsOf: new, at: place)
        for chunk in new {
            count += chunk.elements.count
            counting += chunk.counting
        }
    }
}
