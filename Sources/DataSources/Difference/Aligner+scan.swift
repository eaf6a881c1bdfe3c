// Step 2: stretches of leaves side by side. Ids are compared by position; nothing is hashed.

extension Aligner {
    @inlinable static var nearby: Int { 16 }

    /// Two leaves that should mostly agree.
    ///
    /// A partner is looked for among the next few elements; what finds none is left over, which is never wrong, only
    /// less thrifty.
    @inlinable
    mutating func scanLeaves(
        _ old: UnsafePointer<Element>,
        _ oldCount: Int,
        at before: Int,
        _ new: UnsafePointer<Element>,
        _ newCount: Int,
        at after: Int
    ) {
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.leaves += 2
        WorkCounter.counts.elements += oldCount + newCount
        #endif
        var (i, j, misses) = (0, 0, 0)
        scanning: while true {
            let (start, newStart) = (i, j)
            while i < oldCount, j < newCount {
                if !haveSameBits(old + i, new + j) {
                    if old[i].id != new[j].id { break }
                    if old[i] != new[j] { changes.updates.append(before + i, after + j, count: 1) }
                }
                i &+= 1
                j &+= 1
            }
            if i > start { match(before + start, after + newStart, count: i - start) }
            if i == oldCount || j == newCount || misses > 8 { break }
            for distance in 1...Self.nearby {
                if i + distance < oldCount, old[i + distance].id == new[j].id {
                    leaveOld(old + i, count: distance, at: before + i)
                    i += distance
                    continue scanning
                }
                if j + distance < newCount, new[j + distance].id == old[i].id {
                    leaveNew(new + j, count: distance, at: after + j)
                    j += distance
                    continue scanning
                }
                if i + distance < oldCount, j + distance < newCount, old[i + distance].id == new[j + distance].id {
                    leaveOld(old + i, count: distance, at: before + i)
                    leaveNew(new + j, count: distance, at: after + j)
                    i += distance
                    j += distance
                    continue scanning
                }
            }
            leaveOld(old + i, count: 1, at: before + i)
            leaveNew(new + j, count: 1, at: after + j)
            i += 1
            j += 1
            misses += 1
        }
        if i < oldCount { leaveOld(old + i, count: oldCount - i, at: before + i) }
        if j < newCount { leaveNew(new + j, count: newCount - j, at: after + j) }
    }

    /// Two stretches of leaves, however long, whose boundaries need not agree.
    ///
    /// Where the sides differ, the walk looks first a few and then many elements ahead for the place where they agree
    /// again, for at most a few comparisons per element over the whole walk. In disorder it looks ahead ever more
    /// rarely, and goes on along the diagonal.
    ///
    /// - Complexity: O(*n* + *m*) comparisons.
    @inlinable
    mutating func scan(
        _ oldLeaves: LeafCursor<Element>,
        from before: Int,
        _ newLeaves: LeafCursor<Element>,
        from after: Int
    ) {
        var (old, new) = (oldLeaves, newLeaves)
        let bits = IdentityBits.of(Element.ID.self)
        var walk = ScanState(bits: bits, budget: 2 * (old.remaining + new.remaining))
        while old.isInside, new.isInside {
            let length = Swift.min(old.available, new.available)
            var agreed = 0
            if old.base == new.base {
                agreed = length
            } else {
                let (a, b) = (old.base, new.base)
                while agreed < length {
                    agreed &+= sameBits(a + agreed, b + agreed, count: length &- agreed)
                    if agreed == length { break }
                    if !bits.areEqual(a[agreed].id, b[agreed].id) { break }
                    if a[agreed] != b[agreed] {
                        changes.updates.append(
                            before + old.position + agreed,
                            after + new.position + agreed,
                            count: 1
                        )
                    }
                    agreed &+= 1
                }
                #if DATASOURCES_COUNTERS
                WorkCounter.counts.elements += 2 * Swift.min(agreed + 1, length)
                #endif
            }
            if agreed > 0 {
                match(before + old.position, after + new.position, count: agreed)
                old.advance(by: agreed)
                new.advance(by: agreed)
                walk.agreed(agreed)
            }
            if shouldStop(after: agreed + 1) { return }
            if agreed == length { continue }
            if let (skipOld, skipNew) = walk.lookAhead(old, new) {
                leave(&old, count: skipOld, from: before)
                leave(&new, newCount: skipNew, from: after)
                continue
            }
            // In disorder: as far as the sides go on differing until the next look.
            let stretch = Swift.min(old.available, new.available, walk.elementsUntilLook)
            var differing = 1
            while differing < stretch, !bits.areEqual(old.base[differing].id, new.base[differing].id) {
                differing &+= 1
            }
            #if DATASOURCES_COUNTERS
            WorkCounter.counts.elements += 2 * differing
            #endif
            walk.pass(differing &- 1)
            leave(&old, count: differing, from: before)
            leave(&new, newCount: differing, from: after)
        }
        leave(&old, count: old.remaining, from: before)
        leave(&new, newCount: new.remaining, from: after)
    }

    @inlinable
    mutating func leave(_ old: inout LeafCursor<Element>, count: Int, from before: Int) {
        var rest = count
        while rest > 0 {
            let length = Swift.min(rest, old.available)
            leaveOld(old.base, count: length, at: before + old.position)
            old.advance(by: length)
            rest -= length
        }
    }

    @inlinable
    mutating func leave(_ new: inout LeafCursor<Element>, newCount: Int, from after: Int) {
        var rest = newCount
        while rest > 0 {
            let length = Swift.min(rest, new.available)
            leaveNew(new.base, count: length, at: after + new.position)
            new.advance(by: length)
            rest -= length
        }
    }

    /// Leaves all elements of a tree over, without a word about those that find no partner.
    @inlinable
    mutating func leaveSilently(_ tree: ChunkTree<Element>, at place: Int, isOld: Bool) {
        var place = place
        tree.forEachLeaf { elements, _ in
            if isOld {
                leaveOld(borrowedBase(elements), count: elements.count, at: place, isSilent: true)
            } else {
                leaveNew(borrowedBase(elements), count: elements.count, at: place, isSilent: true)
            }
            place += elements.count
        }
    }
}

/// A cursor along leaves: valid while their tree is alive, and copied without a retain.
@usableFromInline
struct LeafCursor<Element> {
    @usableFromInline var base: UnsafePointer<Element>
    /// The number of elements from the cursor to the end of its leaf.
    @usableFromInline var available = 0
    /// The number of elements before the cursor.
    @usableFromInline var position = 0
    @usableFromInline let total: Int
    /// The leaves that follow in one buffer.
    @usableFromInline var next: UnsafePointer<ChunkNode<Element>>
    @usableFromInline var last: UnsafePointer<ChunkNode<Element>>
    /// Where to look for more leaves when those are used up; `nil` when they are all there are.
    @usableFromInline let root: UnsafePointer<ChunkNode<Element>>?

    /// A cursor along all leaves of a tree.
    @inlinable
    init(root: UnsafePointer<ChunkNode<Element>>) {
        self.root = root
        total = Int(root.pointee.count)
        base = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        next = root
        last = root
        if total > 0 { enterNextLeaf() }
    }

    /// A cursor along leaves in one buffer, none of them empty.
    @inlinable
    init(leaves: UnsafeBufferPointer<ChunkNode<Element>>) {
        root = nil
        total = leaves.reduce(0) { $0 &+ Int($1.count) }
        base = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        next = leaves.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        last = next + leaves.count
        if total > 0 { enterNextLeaf() }
    }

    @inlinable @inline(__always)
    var isInside: Bool { position < total }

    @inlinable @inline(__always)
    var remaining: Int { total - position }

    /// Advances within the leaf or to the beginning of the next.
    @inlinable @inline(__always)
    mutating func advance(by count: Int) {
        position &+= count
        available &-= count
        base += count
        if available == 0, position < total { enterNextLeaf() }
    }

    @inlinable @inline(never)
    mutating func enterNextLeaf() {
        if next == last { findLeaves() }
        guard case .leaf(let elements) = next.pointee.content else { return }
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.leaves += 1
        #endif
        base = borrowedBase(elements)
        available = elements.count
        next += 1
    }

    /// Finds the leaf at `position` from the root, and its neighbours under one parent.
    @inlinable
    mutating func findLeaves() {
        guard let root else { return }
        var node = root
        var end = root + 1
        var rest = Int32(truncatingIfNeeded: position)
        while case .branch(let children) = node.pointee.content {
            node = borrowedBase(children)
            end = node + children.count
            while rest >= node.pointee.count {
                rest &-= node.pointee.count
                node += 1
            }
        }
        next = node
        last = end
    }

    /// Whether the elements from here and from `other` have equal ids for `count` elements or to the end of either.
    @inlinable
    func agrees(with other: LeafCursor, for count: Int) -> Bool where Element: Identifiable {
        var (here, there) = (self, other)
        var rest = count
        while rest > 0, here.isInside, there.isInside {
            if here.base.pointee.id != there.base.pointee.id { return false }
            here.advance(by: 1)
            there.advance(by: 1)
            rest -= 1
        }
        return true
    }
}

/// When to look ahead during a scan, and how far.
///
/// A look at the next few elements is cheap and made often. A look far ahead, for the end of a block that came or went,
/// may cost a quarter of what is left of its budget; in disorder it is made ever more rarely.
@usableFromInline
struct ScanState {
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
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>
    ) -> (old: Int, new: Int)? {
        inOrder = 0
        let looksNear = nearPause.isOver()
        let looksFar = farPause.isOver()
        if looksNear {
            if let found = lookNearby(old, new) { return found }
            nearPause.lengthen()
        }
        if looksFar {
            if let found = lookFar(old, new) { return found }
            farPause.lengthen()
        }
        return nil
    }

    @inlinable @inline(never)
    func lookNearby<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>
    ) -> (old: Int, new: Int)? {
        var (oldAhead, newAhead) = (old, new)
        let (oldID, newID) = (old.base.pointee.id, new.base.pointee.id)
        for distance in 1...16 {
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
    /// An element found where the elements behind it do not agree has moved: then the other search goes only as far.
    @inlinable @inline(never)
    mutating func lookFar<Element: Identifiable>(
        _ old: LeafCursor<Element>, _ new: LeafCursor<Element>
    ) -> (old: Int, new: Int)? {
        var (oldAhead, newAhead) = (old, new)
        let (oldID, newID) = (old.base.pointee.id, new.base.pointee.id)
        var (searchesOld, searchesNew) = (true, true)
        var limit = budget / 8
        while searchesOld || searchesNew {
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
    @usableFromInline var next = 1
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

    @inlinable @inline(__always)
    mutating func lengthen() {
        rest = next
        next = Swift.min(next &* 2, longest)
    }

    @inlinable @inline(__always)
    mutating func end() {
        rest = 0
        next = 1
    }
}
