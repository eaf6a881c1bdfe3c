// Step 3: what is left over on either side, paired by id.

extension Aligner {
    /// Pairs the leftovers: partners in one section become runs, partners in two are moves; the rest came or went.
    @inlinable
    mutating func pairLeftovers() {
        if oldLeftoverCount <= 64, oldLeftoverCount &* newLeftoverCount <= 64 { pairFew() } else { pairMany() }
    }

    /// Compares everything with everything: at most 64 comparisons.
    @inlinable
    mutating func pairFew() {
        var paired: UInt64 = 0
        for new in newLeftovers {
            newElements: for offset in 0..<new.count {
                var bit: UInt64 = 1
                for old in oldLeftovers {
                    for oldOffset in 0..<old.count {
                        if old.base[oldOffset].id == new.base[offset].id {
                            paired |= bit
                            pair(
                                old.base + oldOffset,
                                old.place + oldOffset,
                                new.base + offset,
                                new.place + offset)
                            continue newElements
                        }
                        bit <<= 1
                    }
                }
                if !new.isSilent { changes.insertions.append(new.place + offset, count: 1) }
            }
        }
        var bit: UInt64 = 1
        for old in oldLeftovers {
            for offset in 0..<old.count {
                if paired & bit == 0, !old.isSilent { changes.deletions.append(old.place + offset, count: 1) }
                bit <<= 1
            }
        }
    }

    /// Puts the shorter side into a hash table and looks the longer one up.
    @inlinable @inline(never)
    mutating func pairMany() {
        let olds = Self.flattened(oldLeftovers, count: oldLeftoverCount)
        let news = Self.flattened(newLeftovers, count: newLeftoverCount)
        // Of each new leftover, the old one that is its partner, or -1; of each old one, whether it has a partner.
        var partners = ContiguousArray<Int32>(repeating: -1, count: news.count)
        var isPaired = ContiguousArray<Bool>(repeating: false, count: olds.count)
        let table = IdentityTable(olds.count <= news.count ? olds : news)
        for batch in Batches(table.elements.count) {
            if shouldStop(after: batch.count) { return }
            table.insert(batch)
        }
        if olds.count <= news.count {
            for batch in Batches(news.count) {
                if shouldStop(after: batch.count) { return }
                table.find(batch, of: news) { place, partner in
                    partners[place] = partner
                    isPaired[Int(partner)] = true
                }
            }
        } else {
            for batch in Batches(olds.count) {
                if shouldStop(after: batch.count) { return }
                table.find(batch, of: olds) { place, partner in
                    partners[Int(partner)] = Int32(truncatingIfNeeded: place)
                    isPaired[place] = true
                }
            }
        }
        for place in news.indices {
            let new = news[place]
            let partner = Int(partners[place])
            if partner >= 0 {
                pair(olds[partner].element, olds[partner].place, new.element, new.place)
            } else if !new.isSilent {
                changes.insertions.append(new.place, count: 1)
            }
        }
        for place in olds.indices where !isPaired[place] && !olds[place].isSilent {
            changes.deletions.append(olds[place].place, count: 1)
        }
    }

    @inlinable @inline(__always)
    mutating func pair(
        _ old: UnsafePointer<Element>,
        _ before: Int,
        _ new: UnsafePointer<Element>,
        _ after: Int
    ) {
        if old.pointee != new.pointee { lateUpdates.append(before, after, count: 1) }
        if Place.section(before) != Place.section(after) {
            crossingRuns.append(Run(before: before, after: after, count: 1))
            return
        }
        hasPaired = true
        if lateRuns.isEmpty, runs.count <= 16 {
            insertRun(Run(before: before, after: after, count: 1), into: &runs)
        } else if let last = lateRuns.last, last.before + last.count == before, last.after + last.count == after {
            lateRuns[lateRuns.count - 1] = Run(before: last.before, after: last.after, count: last.count + 1)
        } else {
            lateRuns.append(Run(before: before, after: after, count: 1))
        }
    }

    @inlinable
    static func flattened(_ leftovers: [Leftover], count: Int) -> ContiguousArray<PlacedElement<Element>> {
        var result: ContiguousArray<PlacedElement<Element>> = []
        result.reserveCapacity(count)
        for leftover in leftovers {
            for offset in 0..<leftover.count {
                result.append(
                    PlacedElement(
                        element: leftover.base + offset,
                        place: leftover.place + offset,
                        isSilent: leftover.isSilent
                    )
                )
            }
        }
        return result
    }
}

/// One leftover: its address, where it is, and whether it goes without a word when it finds no partner.
@usableFromInline
struct PlacedElement<Element> {
    @usableFromInline let element: UnsafePointer<Element>
    @usableFromInline let placeAndSilence: Int

    @inlinable @inline(__always)
    init(element: UnsafePointer<Element>, place: Int, isSilent: Bool) {
        self.element = element
        placeAndSilence = place << 1 | (isSilent ? 1 : 0)
    }

    @inlinable @inline(__always)
    var place: Int { placeAndSilence >> 1 }

    @inlinable @inline(__always)
    var isSilent: Bool { placeAndSilence & 1 == 1 }
}

/// The numbers from zero up to a count, a thousand at a time.
@usableFromInline
struct Batches: Sequence, IteratorProtocol {
    @usableFromInline let count: Int
    @usableFromInline var start = 0

    @inlinable
    init(_ count: Int) {
        self.count = count
    }

    @inlinable
    mutating func next() -> Range<Int>? {
        if start == count { return nil }
        let end = Swift.min(start + 1024, count)
        defer { start = end }
        return start..<end
    }
}
