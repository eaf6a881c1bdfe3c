extension OrderLabels {
    /// The items that stay in place but have new labels.
    @usableFromInline
    package enum Relabelling {
        /// These items, in the order of positions; `old` is the previous label.
        case items([(position: Int, old: UInt64)])
        /// Possibly all items, because more arrived than there were.
        case everything
    }

    /// Follows changes of the list; a moved item keeps its tag and gets a new label.
    ///
    /// - Parameters:
    ///   - changes: Changes of the labelled list.
    ///   - tag: The tag for an inserted item; called in the order of positions.
    /// - Returns: The items that stay in place but have new labels.
    /// - Complexity: O(*k* log *n*) amortized for *k* changes.
    @inlinable
    package mutating func follow(_ changes: ListChanges, tag: (_ position: Int) -> Tag) -> Relabelling {
        var moved: [Int: Tag] = [:]
        for pair in changes.moves { moved[pair.after] = self[pair.before].tag }
        for range in changes.departures.reversed() { remove(range) }
        let arrivals = changes.arrivals
        let arriving = arrivals.reduce(0) { $0 + $1.count }
        if arriving > list.count {
            reload(with: arrivals, coming: arriving) { moved[$0] ?? tag($0) }
            return .everything
        }
        var originals: [UInt64: UInt64] = [:]
        for place in arrivals.indices {
            let range = arrivals[place]
            let tags = range.map { moved[$0] ?? tag($0) }
            guard let (first, gap) = room(for: range.count, at: range.lowerBound) else {
                relabel(tags, at: range.lowerBound, after: arrivals[..<place], &originals)
                continue
            }
            insert(tags.indices.map { Labelled(first + gap * UInt64($0), tags[$0]) }, at: range.lowerBound)
        }
        if originals.isEmpty { return .items([]) }
        return .items(originals.map { (position(of: $0.key), $0.value) }.sorted { $0.position < $1.position })
    }

    @inlinable
    mutating func remove(_ range: Range<Int>) {
        list.removeSubrange(range)
    }

    @inlinable
    mutating func insert(_ items: [Labelled<Tag>], at position: Int) {
        list.insert(items, at: position)
    }

    /// Relabels the whole list: the items that stay and those that arrive.
    @inlinable
    mutating func reload(with arrivals: [Range<Int>], coming: Int, tag: (_ position: Int) -> Tag) {
        let staying = list.tags
        var tags: ContiguousArray<Tag> = []
        tags.reserveCapacity(staying.count + coming)
        var next = 0
        for range in arrivals {
            while tags.count < range.lowerBound {
                tags.append(staying[next])
                next += 1
            }
            for position in range { tags.append(tag(position)) }
        }
        tags.append(contentsOf: staying[next...])
        load(count: tags.count) { tags[$0] }
    }

    /// The first of `count` labels between the neighbours of a position, and their spacing; `nil` if there is no room.
    @inlinable
    func room(for count: Int, at position: Int) -> (first: UInt64, gap: UInt64)? {
        let count = UInt64(count)
        let low = position > 0 ? list.label(at: position - 1) : nil
        let high = position < list.count ? list.label(at: position) : nil
        let (first, gap): (UInt64, UInt64)
        switch (low, high) {
        case (nil, nil):
            gap = Swift.min(stride, (1 << UInt64(bits)) / (count + 1))
            first = gap
        case (let low?, nil):
            gap = Swift.min(stride, ((1 << UInt64(bits)) - 1 - low) / count)
            first = low + gap
        case (nil, let high?):
            gap = Swift.min(stride, high / count)
            first = high - gap * count
        case (let low?, let high?):
            gap = (high - low) / (count + 1)
            first = low + gap
        }
        return gap == 0 ? nil : (first, gap)
    }

    /// Relabels the smallest sparse enough range of labels around a position, together with the items inserted there.
    ///
    /// A range is a set of labels that share all but their last bits. A range of *s* labels is sparse enough for up to
    /// √*s* items, so many insertions precede the next relabelling of the range or one of its halves.
    ///
    /// - Parameters:
    ///   - tags: The tags of the items to insert.
    ///   - position: The position to insert at.
    ///   - earlier: Ranges already inserted before that position.
    ///   - originals: The initial labels of existing items, by their current labels.
    @inlinable
    mutating func relabel(
        _ tags: [Tag],
        at position: Int,
        after earlier: ArraySlice<Range<Int>>,
        _ originals: inout [UInt64: UInt64]
    ) {
        let anchor = list.label(at: position > 0 ? position - 1 : position)
        var (left, right) = (position, position)
        var bits = 1
        while true {
            let size: UInt64 = 1 << UInt64(bits)
            let base = anchor & ~(size - 1)
            while left > 0, list.label(at: left - 1) >= base { left -= 1 }
            while right < list.count, list.label(at: right) - base < size { right += 1 }
            let count = UInt64(right - left + tags.count)
            if bits == self.bits || count * count <= size {
                let gap = size / (count + 1)
                precondition(gap > 0, "a list is too long for its labels")
                var next = base
                var renamed: [(old: UInt64, new: UInt64)] = []
                for place in left..<right {
                    if place == position { next += gap * UInt64(tags.count) }
                    next += gap
                    let old = list.label(at: place)
                    list.setLabel(next, at: place)
                    let beyond = earlier.partitioningIndex { $0.lowerBound > place }
                    let hasCome = beyond > earlier.startIndex && earlier[beyond - 1].contains(place)
                    // Behind the position, places are not yet final.
                    if place >= position || !hasCome { renamed.append((old, next)) }
                }
                // A new label may equal another item's old one.
                let firsts = renamed.map { originals.removeValue(forKey: $0.old) ?? $0.old }
                for (pair, first) in zip(renamed, firsts) { originals[pair.new] = first }
                let first = base + gap * UInt64(position - left + 1)
                insert(tags.indices.map { Labelled(first + gap * UInt64($0), tags[$0]) }, at: position)
                return
            }
            bits += 1
        }
    }
}
