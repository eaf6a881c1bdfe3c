/// Decides when to look ahead during a scan, and how far.
///
/// A look at the next few elements is cheap and frequent. A look far ahead, for the end of an inserted or deleted
/// block, may cost a quarter of the remaining budget; in disorder it happens ever more rarely.
@usableFromInline
struct ScanState {
    /// The range of a look at the next few elements.
    @inlinable @inline(__always)
    static var nearby: Int { 16 }

    @usableFromInline let bits: IdentityBits
    /// Where the elements store their ids; unknown before the first look ahead.
    @usableFromInline var place: IdentityPlace
    /// The number of comparisons that looking far ahead may still cost.
    @usableFromInline var budget: Int
    @usableFromInline var nearPause: LookPause
    @usableFromInline var farPause = LookPause(longest: 2048)
    /// Whether an id of one list has been found in the other by its bits: then the lists share the memory that ids refer
    /// to, and ids that have other bits are most likely others.
    @usableFromInline var sharesMemory = false
    /// Whether an id has been looked for by its bits among all elements.
    @usableFromInline var hasLookedEverywhere = false
    /// The number of elements that have agreed since the last difference.
    @usableFromInline var inOrder = 0

    @inlinable
    init(bits: IdentityBits, budget: Int, longestPause: Int = 64) {
        self.bits = bits
        place = IdentityPlace(bits: bits)
        self.budget = budget
        nearPause = LookPause(longest: longestPause)
    }

    /// Eight agreements in a row end the disorder: the next difference is examined at once.
    @inlinable @inline(__always)
    mutating func agreed(_ count: Int) {
        inOrder &+= count
        if inOrder >= 8 {
            nearPause.end()
            farPause.end()
        }
    }

    /// The number of elements until the next look ahead, including the current one; at least one.
    @inlinable @inline(__always)
    var elementsUntilLook: Int { Swift.min(nearPause.rest, farPause.rest) &+ 1 }

    /// Skips differing elements without looking ahead.
    @inlinable @inline(__always)
    mutating func pass(_ count: Int) {
        nearPause.rest &-= count
        farPause.rest &-= count
    }

    /// The numbers of elements to skip on either side until the sides agree again; `nil` if unknown.
    @inlinable @inline(__always)
    mutating func lookAhead<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>, _ poll: inout CancellationPoll
    ) -> (old: Int, new: Int)? {
        inOrder = 0
        if !place.isSought { place = IdentityPlace(in: old.base, bits: bits) }
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

    /// Compares each of the next few elements of either side with the first and with the opposite element of the other.
    @inlinable @inline(never)
    func lookNearby<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>
    ) -> (old: Int, new: Int)? {
        var (oldAhead, newAhead) = (old, new)
        for distance in 1...Self.nearby {
            if oldAhead.isInside { oldAhead.advance(by: 1) }
            if newAhead.isInside { newAhead.advance(by: 1) }
            let (hasOld, hasNew) = (oldAhead.isInside, newAhead.isInside)
            if hasOld, place.areEqual(oldAhead.base, new.base, byBits: sharesMemory) { return (distance, 0) }
            if hasNew, place.areEqual(newAhead.base, old.base, byBits: sharesMemory) { return (0, distance) }
            if hasOld, hasNew, place.areEqual(oldAhead.base, newAhead.base, byBits: sharesMemory) {
                return (distance, distance)
            }
        }
        return nil
    }

    /// Looks for either side's element on the other side, as far ahead on both as the budget allows.
    ///
    /// Ids that refer to memory are first compared by their bits: the items of a list that was edited in place share
    /// that memory with their old versions. Only if no id has ever been found so, ids are compared with `==`, which reads
    /// the memory of each. So before the first time, the look by bits goes to the end of both lists.
    @inlinable @inline(never)
    mutating func lookFar<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>, _ poll: inout CancellationPoll
    ) -> (old: Int, new: Int)? {
        let isDecisive = !bits.isBits && !sharesMemory && !hasLookedEverywhere
        if isDecisive { hasLookedEverywhere = true }
        let (found, isKnown) = lookFar(old, new, byBits: true, upTo: isDecisive ? .max : budget / 8, &poll)
        if isKnown { sharesMemory = true }
        if bits.isBits || sharesMemory && place.offset >= 0 { return found }
        let foundByID = lookFar(old, new, byBits: false, upTo: budget / 8, &poll).found
        // Disorder, or other elements: then looking costs more than pairing all of them, as it reads the memory of each.
        if foundByID == nil { budget /= 2 }
        return foundByID
    }

    /// Looks for either side's element among the next elements of the other side, up to a limit; also says whether an
    /// element was found that has moved alone.
    ///
    /// If the elements after a match do not agree, the element has moved alone; then the other search goes only a
    /// little further. A limit of an eighth of the budget for either side is a quarter of it in all.
    @inlinable
    mutating func lookFar<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>, byBits: Bool, upTo limit: Int,
        _ poll: inout CancellationPoll
    ) -> (found: (old: Int, new: Int)?, isKnown: Bool) {
        var (oldAhead, newAhead) = (old, new)
        var (searchesOld, searchesNew, isKnown, limit) = (true, true, false, limit)
        while searchesOld || searchesNew {
            // Plus the eight elements of either side that are compared after a match.
            let (oldStep, newStep) = (Self.step(of: oldAhead), Self.step(of: newAhead))
            if poll.shouldStop(before: oldStep &+ newStep &+ 16) { return (nil, true) }
            if searchesOld {
                let offset = offset(of: new.base, in: oldAhead, count: oldStep, byBits: byBits)
                budget &-= cost(of: oldStep, byBits)
                oldAhead.advance(by: offset ?? oldStep)
                let distance = oldAhead.position - old.position
                if offset != nil {
                    if oldAhead.agrees(with: new, for: 8) { return ((distance, 0), true) }
                    (limit, isKnown) = (Swift.min(limit, distance + 64), true)
                }
                searchesOld = offset == nil && oldAhead.isInside && distance < limit
            }
            if searchesNew {
                let offset = offset(of: old.base, in: newAhead, count: newStep, byBits: byBits)
                budget &-= cost(of: newStep, byBits)
                newAhead.advance(by: offset ?? newStep)
                let distance = newAhead.position - new.position
                if offset != nil {
                    if newAhead.agrees(with: old, for: 8) { return ((0, distance), true) }
                    (limit, isKnown) = (Swift.min(limit, distance + 64), true)
                }
                searchesNew = offset == nil && newAhead.isInside && distance < limit
            }
        }
        return (nil, isKnown)
    }

    /// The cost of comparisons; those of the bits of ids that refer to memory count a quarter.
    @inlinable @inline(__always)
    func cost(of count: Int, _ byBits: Bool) -> Int { byBits && !bits.isBits ? count &>> 2 : count }

    /// The number of elements that a look far ahead compares at once: the rest of the leaf, or of a plain array a few.
    @inlinable @inline(__always)
    static func step<Element>(of cursor: LeafCursor<Element>) -> Int { Swift.min(cursor.available, 64) }

    /// The offset of an element's id among the next `count` elements of a cursor's leaf.
    @inlinable @inline(__always)
    func offset<Element: Identifiable>(
        of element: BorrowedPointer<Element>, in cursor: LeafCursor<Element>, count: Int, byBits: Bool
    ) -> Int? {
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.elements += count
        #endif
        if byBits { return place.offset(of: element, in: cursor.base, count: count) }
        for offset in 0..<count where bits.areEqual(cursor.base[offset].id, element.pointee.id) { return offset }
        return nil
    }
}

/// A pause that doubles with every failure: exponential backoff.
@usableFromInline
struct LookPause {
    @usableFromInline let longest: Int
    /// The length after the next failure.
    @usableFromInline var next = 1
    /// The rest of the pause.
    @usableFromInline var rest = 0

    @inlinable
    init(longest: Int) {
        self.longest = longest
    }

    /// Whether the pause is over; if not, shortens it by one step.
    @inlinable @inline(__always)
    mutating func isOver() -> Bool {
        if rest == 0 { return true }
        rest &-= 1
        return false
    }

    /// Restarts the pause after a failure, twice as long as before.
    @inlinable @inline(__always)
    mutating func lengthen() {
        rest = next
        next = Swift.min(next &* 2, longest)
    }

    /// Ends the pause; the next one is the shortest.
    @inlinable @inline(__always)
    mutating func end() {
        rest = 0
        next = 1
    }
}
