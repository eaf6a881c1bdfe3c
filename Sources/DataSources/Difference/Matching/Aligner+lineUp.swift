// Step 1: two versions of a tree, from the top. Costs O(changes · log n) when they share structure.

extension Aligner {
    /// Aligns two versions of one tree whose elements begin at the given packed positions.
    ///
    /// - Parameters:
    ///   - old: The version before; must stay alive until `finish()`.
    ///   - before: The packed position of the first old element.
    ///   - new: The version after; must stay alive until `finish()`.
    ///   - after: The packed position of the first new element.
    ///   - sharesSlots: Whether equal slots name the same nodes in both.
    @inlinable
    mutating func align(
        _ old: ChunkTree<Element>,
        at before: Int,
        _ new: ChunkTree<Element>,
        at after: Int,
        sharesSlots: Bool
    ) {
        if old.isIdentical(to: new) {
            if old.count > 0 { state.match(before, after, count: old.count) }
            return
        }
        if !sharesSlots {
            withBorrowedPointer(to: old.root) { old in
                withBorrowedPointer(to: new.root) { new in
                    scan(LeafCursor(root: old), from: before, LeafCursor(root: new), from: after)
                }
            }
            return
        }
        if old.height == new.height {
            withBorrowedPointer(to: old.root) { old in
                withBorrowedPointer(to: new.root) { new in align(old, at: before, new, at: after) }
            }
            return
        }
        var (olds, news): (ContiguousArray, ContiguousArray) = ([old.root], [new.root])
        var (oldHeight, newHeight) = (old.height, new.height)
        while oldHeight > newHeight {
            olds = Self.children(of: olds)
            oldHeight -= 1
        }
        while newHeight > oldHeight {
            news = Self.children(of: news)
            newHeight -= 1
        }
        olds.withBorrowedElements { olds in
            news.withBorrowedElements { news in align(olds, at: before, news, at: after) }
        }
    }

    /// Aligns two nodes of equal height.
    @inlinable @inline(__always)
    mutating func align(
        _ old: BorrowedPointer<ChunkNode<Element>>, at before: Int, _ new: BorrowedPointer<ChunkNode<Element>>,
        at after: Int
    ) {
        let (isLeaf, oldCount, newCount) = (old.pointee.isLeaf, old.pointee.width, new.pointee.width)
        guard isLeaf == new.pointee.isLeaf else {
            assertionFailure("nodes of one level have one height")
            return
        }
        if isLeaf {
            scanLeaves(old.pointee.firstElement, oldCount, at: before, new.pointee.firstElement, newCount, at: after)
        } else {
            align(
                BorrowedElements(old.pointee.firstChild, count: oldCount), at: before,
                BorrowedElements(new.pointee.firstChild, count: newCount), at: after
            )
        }
    }

    /// The children of all nodes of one level.
    @inlinable
    static func children(of nodes: ContiguousArray<ChunkNode<Element>>) -> ContiguousArray<ChunkNode<Element>> {
        var result: ContiguousArray<ChunkNode<Element>> = []
        for node in nodes { result.append(contentsOf: node.children) }
        return result
    }

    /// Aligns two ranges of one level: skips identical nodes, and aligns the gaps between them one level down.
    @inlinable
    mutating func align(
        _ old: BorrowedElements<ChunkNode<Element>>, at before: Int,
        _ new: BorrowedElements<ChunkNode<Element>>, at after: Int
    ) {
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.nodes += old.count + new.count
        #endif
        var (i, j) = (0, 0)
        var (before, after) = (before, after)
        var placesBySlot: PlacesBySlot?
        while i < old.count || j < new.count {
            if state.poll.shouldStop(before: 16) { return }
            var shared = 0
            while i < old.count, j < new.count, old[i].isIdentical(to: new[j]) {
                shared &+= Int(old[i].count)
                i &+= 1
                j &+= 1
            }
            if shared > 0 {
                state.match(before, after, count: shared)
                before += shared
                after += shared
                continue
            }
            let (oldEnd, newEnd) = Self.endOfGap(old, i, new, j, &placesBySlot)
            if oldEnd - i == 1, newEnd - j == 1 {
                align(old.base + i, at: before, new.base + j, at: after)
                before += Int(old[i].count)
                after += Int(new[j].count)
            } else {
                alignGap(old.part(i..<oldEnd), at: &before, new.part(j..<newEnd), at: &after)
            }
            i = oldEnd
            j = newEnd
        }
    }

    /// Aligns the children of the nodes in a gap.
    @inlinable @inline(never)
    mutating func alignGap(
        _ old: BorrowedElements<ChunkNode<Element>>,
        at before: inout Int,
        _ new: BorrowedElements<ChunkNode<Element>>,
        at after: inout Int
    ) {
        if (old.first ?? new.first)?.isLeaf ?? true {
            scan(
                LeafCursor(leaves: old), from: before,
                LeafCursor(leaves: new), from: after
            )
        } else {
            var olds: ContiguousArray<ChunkNode<Element>> = []
            var news: ContiguousArray<ChunkNode<Element>> = []
            for node in old { olds.append(contentsOf: node.children) }
            for node in new { news.append(contentsOf: node.children) }
            olds.withBorrowedElements { olds in
                news.withBorrowedElements { news in align(olds, at: before, news, at: after) }
            }
        }
        for node in old { before += Int(node.count) }
        for node in new { after += Int(node.count) }
    }

    /// The end of a gap that begins at `i` and `j`: the next pair of nodes with one slot.
    ///
    /// Nodes never change their order, so common slots are in the same order on both sides. A slot reused for another
    /// node may line up unrelated nodes, which costs time but is never wrong.
    @inlinable
    static func endOfGap(
        _ old: BorrowedElements<ChunkNode<Element>>,
        _ i: Int,
        _ new: BorrowedElements<ChunkNode<Element>>,
        _ j: Int,
        _ placesBySlot: inout PlacesBySlot?
    ) -> (Int, Int) {
        // The usual case: one node was replaced by its copy.
        let (isLastOld, isLastNew) = (i + 1 >= old.count, j + 1 >= new.count)
        if isLastOld, isLastNew { return (old.count, new.count) }
        if !isLastOld, !isLastNew, old[i + 1].slot == new[j + 1].slot { return (i + 1, j + 1) }
        for sum in 1...6 {
            for step in 0...sum where i + step < old.count && j + sum - step < new.count {
                if old[i + step].slot == new[j + sum - step].slot { return (i + step, j + sum - step) }
            }
        }
        if old.count - i + new.count - j <= 8 { return (old.count, new.count) }
        var places: PlacesBySlot
        if let known = placesBySlot {
            places = known
        } else {
            places = PlacesBySlot(of: new.count)
            for place in new.indices { places.add(new[place].slot, at: place) }
            placesBySlot = places
        }
        for place in i..<old.count {
            let match = places.place(of: old[place].slot)
            if match >= j, place > i || match > j { return (place, match) }
        }
        return (old.count, new.count)
    }
}

/// The place of each slot in a level of a tree.
@usableFromInline
struct PlacesBySlot {
    private var places: [Int32: Int]

    @usableFromInline
    init(of count: Int) {
        places = Dictionary(minimumCapacity: count)
    }

    /// Adds a slot, unless it is there already.
    @usableFromInline @inline(never)
    mutating func add(_ slot: Int32, at place: Int) {
        if places[slot] == nil { places[slot] = place }
    }

    /// The place of a slot; -1 if it is not there.
    @usableFromInline @inline(never)
    func place(of slot: Int32) -> Int { places[slot] ?? -1 }
}
