/// A splice whose ids have left and entered the index, before it is known whether it duplicates ids.
@usableFromInline
struct PendingSplice<Element: Identifiable> {
    @usableFromInline let hunks: [Hunk]
    @usableFromInline let elements: BorrowedElements<Element>
    /// The number of the index entry of the first id that it inserts.
    @usableFromInline var claim: Int
    /// The numbers of doubtful claims.
    @usableFromInline var doubtful: [Int] = []
    /// The new tree, if it replaces all elements.
    @usableFromInline var made: ChunkTree<Element>?

    @inlinable
    init(hunks: [Hunk], elements: BorrowedElements<Element>, claim: Int) {
        self.hunks = hunks
        self.elements = elements
        self.claim = claim
    }

    /// The ids that it would duplicate, each once; `isKnown` says whether an id is at the end of a path, and stays there.
    @usableFromInline @inline(never)
    func duplicates(_ index: SlotIndex<Element.ID>, isKnown: (Element.ID, SlotPath) -> Bool) -> [Element.ID] {
        let claims = hunks.claims
        return index.duplicates(
            among: doubtful, since: claim,
            id: { offset in
                let (claim, position) = claims[claims.partitioningIndex { $0.claim > offset } - 1]
                return elements[position + offset - claim].id
            }, isKnown: isKnown)
    }
}

/// A cursor over hunks, from left to right.
@usableFromInline
struct HunkCursor<Element> {
    @usableFromInline let hunks: [Hunk]
    @usableFromInline let elements: BorrowedElements<Element>
    @usableFromInline let total: Int
    @usableFromInline var next = 0
    /// Whether the new elements of hunk `next`, which have other ids, are in place, while its old ones extend into
    /// further leaves.
    @usableFromInline var isPlaced = false
    /// The number of the index entry of the next inserted id; ids are claimed in the order in which they are placed.
    @usableFromInline var claim: Int

    @inlinable
    init(hunks: [Hunk], elements: BorrowedElements<Element>, total: Int, claim: Int) {
        self.hunks = hunks
        self.elements = elements
        self.total = total
        self.claim = claim
    }

    /// Whether the next hunk overlaps old positions `start..<end`; a pure insertion belongs to the elements after it.
    @inlinable @inline(__always)
    func reaches(_ start: Int, _ end: Int) -> Bool {
        guard next < hunks.count else { return false }
        let lower = hunks[next].old.lowerBound
        return lower < end || (lower == total && end == total)
    }
}

extension ChunkTree where Element: Identifiable {
    /// Replaces ranges of the list by ranges of `elements`, or changes nothing if that would duplicate an id.
    ///
    /// Leaves and subtrees without hunks stay as they are, shared with older versions.
    ///
    /// - Parameters:
    ///   - hunks: Ascending and disjoint, both in the old list and in `elements`.
    ///   - elements: The source of the new ranges.
    ///   - index: Updated with the tree.
    ///   - home: The parent number of the root.
    /// - Returns: The ids that would be duplicated, each once; empty if the splice was made.
    /// - Complexity: O(*k* + nodes touched), where *k* is the number of elements replaced and inserted.
    @inlinable
    mutating func splice(
        _ hunks: [Hunk],
        from elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        home: Int32
    ) -> [Element.ID] {
        if hunks.isEmpty { return [] }
        var pending = beginSplice(hunks, from: elements, index: &index, home: home)
        if !pending.doubtful.isEmpty {
            let duplicates = pending.duplicates(index) { id, path in
                position(of: id, along: path).map { !hunks.removeElement(at: $0) } ?? false
            }
            if !duplicates.isEmpty {
                undoSplice(pending, index: &index)
                return duplicates
            }
        }
        finishSplice(&pending, index: &index, home: home)
        return []
    }

    /// Removes the ids that leave from the index and adds those that arrive.
    ///
    /// The caller looks for duplicates if claims are doubtful, and then finishes or undoes the splice.
    @inlinable
    func beginSplice(
        _ hunks: [Hunk], from elements: BorrowedElements<Element>, index: inout SlotIndex<Element.ID>, home: Int32
    ) -> PendingSplice<Element> {
        let isWhole = hunks.count == 1 && hunks[0].old == 0..<count && !hunks[0].keepsIDs
        if isWhole, index.idCount == count {
            index.leaveAll(keepingCapacity: index.idCapacity <= hunks[0].new.count * 4)
        } else {
            releaseIDs(of: hunks, index: &index)
        }
        var pending = PendingSplice(hunks: hunks, elements: elements, claim: index.idCount)
        if isWhole {
            index.makeRoom(for: hunks[0].new.count)
            pending.made = ChunkTree(
                claiming: elements.part(hunks[0].new), index: &index, home: home, &pending.doubtful)
        } else {
            Self.claimIDs(of: hunks, from: elements, index: &index, &pending.doubtful)
        }
        return pending
    }

    /// Makes a splice that duplicates no ids.
    @inlinable
    mutating func finishSplice(
        _ pending: inout PendingSplice<Element>, index: inout SlotIndex<Element.ID>, home: Int32
    ) {
        if let made = pending.made {
            root.retireAll(index: &index)
            self = made
        } else {
            place(pending.hunks, from: pending.elements, index: &index, home: home, &pending.claim)
        }
    }

    /// Restores the index after a splice that would duplicate ids: not specialized, as an edit then fails.
    @usableFromInline @inline(never)
    func undoSplice(_ pending: PendingSplice<Element>, index: inout SlotIndex<Element.ID>) {
        index.dropClaims(since: pending.claim)
        pending.made?.root.retireAll(index: &index)
        reenterIDs(of: pending.hunks, index: &index)
    }

    /// Performs a splice whose ids have been released and claimed.
    ///
    /// `claim` is the number of the index entry of the first inserted id, and is advanced past those of all.
    @inlinable
    mutating func place(
        _ hunks: [Hunk],
        from elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        home: Int32,
        _ claim: inout Int
    ) {
        if hunks.isEmpty { return }
        var cursor = HunkCursor(hunks: hunks, elements: elements, total: count, claim: claim)
        var nodes = root.spliced(at: 0, &cursor, index: &index)
        claim = cursor.claim
        if nodes.isEmpty {
            self = ChunkTree(emptyAt: index.makeSlot(under: home))
            return
        }
        while nodes.count > 1 {
            nodes = ChunkNode.grouped(nodes, slot: nil, index: &index)
            height &+= 1
        }
        root = nodes[0]
        index.setParent(of: root.slot, to: home)
        collapseRoot(index: &index, home: home)
    }

    /// Removes from the index the ids that hunks remove.
    @inlinable @inline(never)
    func releaseIDs(of hunks: [Hunk], index: inout SlotIndex<Element.ID>) {
        if !index.knowsIDs { return }
        for hunk in hunks where !hunk.keepsIDs {
            Self.forEachLeaf(of: root, from: 0, in: hunk.old) { part, slot in
                index.leave(contentsOf: part, from: slot)
            }
        }
    }

    /// Adds the ids that hunks insert, in a leaf not yet known (-1); notes the doubtful ones.
    @inlinable @inline(never)
    static func claimIDs(
        of hunks: [Hunk],
        from elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        _ doubtful: inout [Int]
    ) {
        if !index.knowsIDs { return }
        index.makeRoom(for: hunks.reduce(0) { $0 + $1.insertedCount })
        for hunk in hunks where !hunk.keepsIDs { index.claim(elements.part(hunk.new), in: -1, &doubtful) }
    }

    /// Undoes ``releaseIDs(of:index:)``, after ids were duplicated.
    @usableFromInline @inline(never)
    func reenterIDs(of hunks: [Hunk], index: inout SlotIndex<Element.ID>) {
        for hunk in hunks where !hunk.keepsIDs {
            Self.forEachLeaf(of: root, from: 0, in: hunk.old) { part, slot in
                index.enter(contentsOf: part, in: slot)
            }
        }
    }

    @inlinable
    static func forEachLeaf(
        of node: ChunkNode<Element>,
        from start: Int,
        in range: Range<Int>,
        _ body: (BorrowedElements<Element>, _ slot: Int32) -> Void
    ) {
        let covered = range.clamped(to: start..<start + Int(node.count))
        if covered.isEmpty { return }
        switch node.content {
        case .leaf(let elements):
            elements.withBorrowedElements {
                body($0.part(covered.lowerBound - start..<covered.upperBound - start), node.slot)
            }
        case .branch(let children):
            var position = start
            for child in children {
                forEachLeaf(of: child, from: position, in: range, body)
                position += Int(child.count)
            }
        }
    }
}

extension ChunkNode where Element: Identifiable {
    /// This node after applying the hunks that overlap it: itself, or any number of nodes of the same height.
    @inlinable
    func spliced(
        at start: Int,
        _ cursor: inout HunkCursor<Element>,
        index: inout SlotIndex<Element.ID>
    ) -> ContiguousArray<ChunkNode> {
        switch content {
        case .leaf(let elements):
            return splicedLeaf(elements, at: start, &cursor, index: &index)
        case .branch(let children):
            var out: ContiguousArray<ChunkNode> = []
            out.reserveCapacity(children.count)
            var position = start
            for child in children {
                let end = position + Int(child.count)
                if cursor.reaches(position, end) {
                    for node in child.spliced(at: position, &cursor, index: &index) {
                        let limit = node.isLeaf ? ChunkLimits.leaf : ChunkLimits.branch
                        if let last = out.indices.last, out[last].width + node.width <= limit / 2 {
                            out[last].absorb(node, index: &index)
                        } else {
                            out.append(node)
                        }
                    }
                } else {
                    out.append(child)
                }
                position = end
            }
            if out.isEmpty {
                index.retire(slot)
                return []
            }
            return Self.grouped(out, slot: slot, index: &index)
        }
    }

    @inlinable @inline(never)
    func splicedLeaf(
        _ elements: ContiguousArray<Element>,
        at start: Int,
        _ cursor: inout HunkCursor<Element>,
        index: inout SlotIndex<Element.ID>
    ) -> ContiguousArray<ChunkNode> {
        let end = start + elements.count
        var out: ContiguousArray<Element> = []
        // The ranges of `out` whose ids are the index's next claims.
        var fresh: [Range<Int>] = []
        var position = start
        while cursor.reaches(start, end) {
            let hunk = cursor.hunks[cursor.next]
            if hunk.old.lowerBound > position {
                elements.withBorrowedElements {
                    out.append(copying: $0.part(position - start..<hunk.old.lowerBound - start))
                }
            }
            if hunk.keepsIDs {
                // Each element stays in its leaf.
                let here = hunk.old.clamped(to: start..<end)
                let lower = hunk.new.lowerBound + here.lowerBound - hunk.old.lowerBound
                out.append(copying: cursor.elements.part(lower..<lower + here.count))
            } else if !cursor.isPlaced {
                let lower = out.count
                out.append(copying: cursor.elements.part(hunk.new))
                if out.count > lower { fresh.append(lower..<out.count) }
                cursor.isPlaced = true
            }
            position = Swift.max(position, Swift.min(hunk.old.upperBound, end))
            if hunk.old.upperBound > end { break }
            cursor.next += 1
            cursor.isPlaced = false
        }
        if position < end {
            elements.withBorrowedElements { out.append(copying: $0.part(position - start..<$0.count)) }
        }
        if out.isEmpty {
            index.retire(slot)
            return []
        }
        if out.count <= ChunkLimits.leaf {
            for range in fresh { index.place(range.count, claimedFrom: &cursor.claim, in: slot) }
            return [ChunkNode(elements: out, slot: slot)]
        }
        return cut(out, fresh: fresh, &cursor.claim, index: &index)
    }

    /// Cuts too many elements for one leaf into leaves of even size; the first keeps this node's slot.
    @inlinable @inline(never)
    func cut(
        _ elements: ContiguousArray<Element>,
        fresh: [Range<Int>],
        _ claim: inout Int,
        index: inout SlotIndex<Element.ID>
    ) -> ContiguousArray<ChunkNode> {
        let pieces = (elements.count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill
        var nodes: ContiguousArray<ChunkNode> = []
        nodes.reserveCapacity(pieces)
        var next = 0
        for piece in 0..<pieces {
            let range = elements.count * piece / pieces..<elements.count * (piece + 1) / pieces
            let slot = piece == 0 ? slot : index.makeSlot(under: -1)
            var position = range.lowerBound
            while position < range.upperBound {
                let start = next < fresh.count ? fresh[next].lowerBound : range.upperBound
                if position < start {
                    let end = Swift.min(start, range.upperBound)
                    if piece > 0 {
                        elements.withBorrowedElements {
                            index.move(contentsOf: $0.part(position..<end), from: self.slot, to: slot)
                        }
                    }
                    position = end
                } else {
                    let end = Swift.min(fresh[next].upperBound, range.upperBound)
                    index.place(end - position, claimedFrom: &claim, in: slot)
                    if end == fresh[next].upperBound { next += 1 }
                    position = end
                }
            }
            let leaf = elements.withBorrowedElements { ContiguousArray(copying: $0.part(range)) }
            nodes.append(ChunkNode(elements: leaf, slot: slot))
        }
        return nodes
    }

    /// Puts nodes under one parent, or under several of even size; the first gets `slot`, if any.
    @inlinable
    static func grouped(
        _ nodes: ContiguousArray<ChunkNode>,
        slot: Int32?,
        index: inout SlotIndex<Element.ID>
    ) -> ContiguousArray<ChunkNode> {
        let pieces =
            nodes.count <= ChunkLimits.branch ? 1 : (nodes.count + ChunkLimits.branchFill - 1) / ChunkLimits.branchFill
        var out: ContiguousArray<ChunkNode> = []
        out.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let range = nodes.count * piece / pieces..<nodes.count * (piece + 1) / pieces
            let parent = piece == 0 ? slot ?? index.makeSlot(under: -1) : index.makeSlot(under: -1)
            for place in range { index.setParent(of: nodes[place].slot, to: parent) }
            let part =
                pieces == 1 ? nodes : nodes.withBorrowedElements { ContiguousArray(copying: $0.part(range)) }
            out.append(ChunkNode(children: part, slot: parent))
        }
        return out
    }
}
