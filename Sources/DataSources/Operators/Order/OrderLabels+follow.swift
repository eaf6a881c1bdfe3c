extension OrderLabels {
    /// Follows an update of the list.
    ///
    /// - Complexity: O(*k* log *n*) amortized for *k* changes.
    @inlinable
    mutating func follow<Item>(_ update: Update<ListSnapshot<Item>>) where Item.ID == ID {
        let (before, after, arrivals) = (update.before, update.after, update.changes.arrivals)
        if arrivals.reduce(0, { $0 + $1.count }) * 2 > after.count {
            labelAll(after)
            return
        }
        for range in update.changes.deletions.ranges {
            before.forEach(in: range) { _, item in labels.removeValue(forKey: item.id) }
        }
        var labelled = 0
        for place in arrivals.indices where arrivals[place].lowerBound >= labelled {
            labelled = label(arrivals[place...], of: after)
        }
    }

    /// Numbers the whole list anew, with room between any two and on both sides.
    @inlinable
    mutating func labelAll<Item>(_ list: ListSnapshot<Item>) where Item.ID == ID {
        labels.removeAll(keepingCapacity: labels.capacity <= list.count * 4)
        labels.reserveCapacity(list.count)
        let half: UInt64 = 1 << UInt64(bits - 1)
        let gap = Swift.max(1, Swift.min(stride, half / UInt64(list.count + 1)))
        var next = half - gap * UInt64(list.count / 2)
        var iterator = list.makeIterator()
        while let item = iterator.next() {
            labels[item.id] = next
            next &+= gap
        }
    }

    /// Numbers the first of some ranges of arrivals, and maybe more of them: all before it have their numbers, and so
    /// has every item that is in none of them.
    ///
    /// - Returns: The position before which all have numbers now.
    @inlinable
    mutating func label<Item>(_ ranges: ArraySlice<Range<Int>>, of list: ListSnapshot<Item>) -> Int
    where Item.ID == ID {
        let range = ranges[ranges.startIndex]
        let count = UInt64(range.count)
        let low = range.lowerBound > 0 ? label(at: range.lowerBound - 1, of: list) : nil
        let high = range.upperBound < list.count ? label(at: range.upperBound, of: list) : nil
        let (first, gap): (UInt64, UInt64)
        switch (low, high) {
        case (nil, nil):
            labelAll(list)
            return list.count
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
        if gap == 0 { return relabel(ranges, of: list, around: low ?? high ?? 0) }
        assign(first, by: gap, to: range, of: list)
        return range.upperBound
    }

    /// Numbers the smallest stretch around `anchor` in which labels are loose enough anew, with the arrivals in it.
    ///
    /// Stretches are those of labels that differ in their last bits only. One of *s* labels is loose enough for up to
    /// √*s* items: then it takes many insertions before it, or one of its halves, has to be numbered again.
    @inlinable
    mutating func relabel<Item>(
        _ ranges: ArraySlice<Range<Int>>,
        of list: ListSnapshot<Item>,
        around anchor: UInt64
    ) -> Int where Item.ID == ID {
        var later = ranges.dropFirst()
        var (left, right) = (ranges[ranges.startIndex].lowerBound, ranges[ranges.startIndex].upperBound)
        var bits = 1
        while true {
            let size: UInt64 = 1 << UInt64(bits)
            let base = anchor & ~(size - 1)
            while left > 0, label(at: left - 1, of: list) >= base { left -= 1 }
            while true {
                // Arrivals that have no number yet go with the item after them.
                let isArrival = later.first?.lowerBound == right
                let next = isArrival ? later[later.startIndex].upperBound : right
                guard next < list.count, label(at: next, of: list) - base < size else { break }
                if isArrival { later = later.dropFirst() }
                right = next + 1
            }
            let count = UInt64(right - left)
            if bits == self.bits || count * count <= size {
                let gap = size / (count + 1)
                precondition(gap > 0, "a list is too long for its labels")
                assign(base + gap, by: gap, to: left..<right, of: list)
                return right
            }
            bits += 1
        }
    }

    @inlinable
    mutating func assign<Item>(_ first: UInt64, by gap: UInt64, to range: Range<Int>, of list: ListSnapshot<Item>)
    where Item.ID == ID {
        var next = first
        list.forEach(in: range) { _, item in
            labels[item.id] = next
            next &+= gap
        }
    }

    @inlinable
    func label<Item>(at position: Int, of list: ListSnapshot<Item>) -> UInt64 where Item.ID == ID {
        label(of: list.tree.element(at: position).id)
    }
}
