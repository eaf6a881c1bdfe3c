/// When to look ahead during a scan, and how far.
///
/// A look at the next few elements is cheap and made often. A look far ahead, for the end of a block that came or went,
/// may cost a quarter of what is left of its budget; in disorder it is made ever more rarely.
@usableFromInline
struct ScanState {
    /// How far a look at the next few elements goes.
    @inlinable @inline(__always)
    static var nearby: Int { 16 }

    @usableFromInline let bits: IdentityBits
    /// The comparisons that looking far ahead may still cost.
    @usableFromInline var budget: Int
    @usableFromInline var nearPause = LookPause(longest: 64)
    @usableFromInline var farPause = LookPause(longest: 2048)
    /// The number of elements that have agreed since the sides last differed.
    @usableFromInline var inOrder = 0

    @inlinable
    init(bits: IdentityBits, budget: Int) {
        self.bits = bits
        self.budget = budget
    }

    /// Once eight in a row agree this is no disorder, and the next difference is looked into at once.
    @inlinable @inline(__always)
    mutating func agreed(_ count: Int) {
        inOrder &+= count
        if inOrder >= 8 {
            nearPause.end()
            farPause.end()
        }
    }

    /// How many elements may be passed before it is time to look ahead again, with the one just asked for; at least one.
    @inlinable @inline(__always)
    var elementsUntilLook: Int { Swift.min(nearPause.rest, farPause.rest) &+ 1 }

    /// Passes elements that differ without looking ahead.
    @inlinable @inline(__always)
    mutating func pass(_ count: Int) {
        nearPause.rest &-= count
        farPause.rest &-= count
    }

    /// How many elements to leave over on either side for the sides to agree again; `nil` when that is not known.
    @inlinable @inline(__always)
    mutating func lookAhead<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>, _ poll: inout CancellationPoll
    ) -> (old: Int, new: Int)? {
        inOrder = 0
        let looksNear = nearPause.isOver()
        let looksFar = farPause.isOver()
        if looksNear {
            if poll.shouldStop(before: 3 * Self.nearby) { return nil }
            if let found = lookNearby(old, new) { return found }
            nearPause.lengthen()
        }
        if looksFar {
            if let found = lookFar(old, new, &poll) { return found }
            farPause.lengthen()
        }
        return nil
    }

    /// Compares each of the next few elements of either side with the first and with the one opposite.
    @inlinable @inline(never)
    func lookNearby<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>
    ) -> (old: Int, new: Int)? {
        var (oldAhead, newAhead) = (old, new)
        let (oldID, newID) = (old.base.pointee.id, new.base.pointee.id)
        for distance in 1...Self.nearby {
            if oldAhead.isInside { oldAhead.advance(by: 1) }
            if newAhead.isInside { newAhead.advance(by: 1) }
            let (hasOld, hasNew) = (oldAhead.isInside, newAhead.isInside)
            if hasOld, bits.areEqual(oldAhead.base.pointee.id, newID) { return (distance, 0) }
            if hasNew, bits.areEqual(newAhead.base.pointee.id, oldID) { return (0, distance) }
            if hasOld, hasNew, bits.areEqual(oldAhead.base.pointee.id, newAhead.base.pointee.id) {
                return (distance, distance)
            }
        }
        return nil
    }

    /// Looks for either side's element on the other side, as far ahead on both as the budget allows.
    ///
    /// An element found where those behind it do not agree has moved by itself: then the other search goes only a little
    /// further.
    @inlinable @inline(never)
    mutating func lookFar<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>, _ poll: inout CancellationPoll
    ) -> (old: Int, new: Int)? {
        var (oldAhead, newAhead) = (old, new)
        let (oldID, newID) = (old.base.pointee.id, new.base.pointee.id)
        var (searchesOld, searchesNew) = (true, true)
        // On each side: so that one look takes no more than a quarter of the budget.
        var limit = budget / 8
        while searchesOld || searchesNew {
            // With the eight of either side that are looked at once it is found.
            if poll.shouldStop(before: oldAhead.available &+ newAhead.available &+ 16) { return nil }
            if searchesOld {
                let offset = offset(of: newID, in: oldAhead)
                budget &-= oldAhead.available
                oldAhead.advance(by: offset ?? oldAhead.available)
                let distance = oldAhead.position - old.position
                if offset != nil {
                    if oldAhead.agrees(with: new, for: 8) { return (distance, 0) }
                    limit = Swift.min(limit, distance + 64)
                }
                searchesOld = offset == nil && oldAhead.isInside && distance < limit
            }
            if searchesNew {
                let offset = offset(of: oldID, in: newAhead)
                budget &-= newAhead.available
                newAhead.advance(by: offset ?? newAhead.available)
                let distance = newAhead.position - new.position
                if offset != nil {
                    if newAhead.agrees(with: old, for: 8) { return (0, distance) }
                    limit = Swift.min(limit, distance + 64)
                }
                searchesNew = offset == nil && newAhead.isInside && distance < limit
            }
        }
        return nil
    }

    /// Where an id is in the rest of a cursor's leaf.
    @inlinable @inline(__always)
    func offset<Element: Identifiable>(of id: Element.ID, in cursor: LeafCursor<Element>) -> Int? {
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.elements += cursor.available
        #endif
        for offset in 0..<cursor.available where bits.areEqual(cursor.base[offset].id, id) { return offset }
        return nil
    }
}

/// A pause that doubles with every failure.
@usableFromInline
struct LookPause {
    @usableFromInline let longest: Int
    /// How long it will be after the next failure.
    @usableFromInline var next = 1
    /// How much of it is left.
    @usableFromInline var rest = 0

    @inlinable
    init(longest: Int) {
        self.longest = longest
    }

    /// Whether it is over; if not, it is one step shorter now.
    @inlinable @inline(__always)
    mutating func isOver() -> Bool {
        if rest == 0 { return true }
        rest &-= 1
        return false
    }

    /// Nothing was found: begins again, twice as long as before.
    @inlinable @inline(__always)
    mutating func lengthen() {
        rest = next
        next = Swift.min(next &* 2, longest)
    }

    /// It is over, and the next one is the shortest.
    @inlinable @inline(__always)
    mutating func end() {
        rest = 0
        next = 1
    }
}
