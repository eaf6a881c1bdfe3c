/// A range of a list to replace by a range of an array.
@usableFromInline
struct Hunk {
    @usableFromInline var old: Range<Int>
    @usableFromInline var new: Range<Int>
    /// Whether both ranges have the same ids in the same order, so that only content changes.
    @usableFromInline var keepsIDs: Bool

    @inlinable
    init(old: Range<Int>, new: Range<Int>, keepsIDs: Bool = false) {
        self.old = old
        self.new = new
        self.keepsIDs = keepsIDs
    }

    /// The number of elements whose ids it removes.
    @inlinable @inline(__always)
    var removedCount: Int { keepsIDs ? 0 : old.count }

    /// The number of elements whose ids it inserts.
    @inlinable @inline(__always)
    var insertedCount: Int { keepsIDs ? 0 : new.count }
}

/// Ids in the order of their first occurrence, each once.
@usableFromInline
struct UniqueIDs<ID: Hashable> {
    @usableFromInline var ids: [ID] = []
    @usableFromInline var known: Set<ReflexiveKey<ID>> = []

    @inlinable
    init() {}

    /// Adds an id that an edit would duplicate: not specialized, as an edit then fails.
    @usableFromInline @inline(never)
    mutating func noteDuplicate(_ id: ID) { note(id) }

    @inlinable
    mutating func note(_ id: ID) {
        if known.count >= known.capacity { makeRoom() }
        if known.insert(ReflexiveKey(id)).inserted { ids.append(id) }
    }

    /// Rebuilds the set with more room: a set that grows by itself traps in debug builds if `==` is inconsistent.
    @inlinable @inline(never)
    mutating func makeRoom() {
        var roomier = Set<ReflexiveKey<ID>>(minimumCapacity: known.count * 2 + 16)
        for id in known { roomier.insert(id) }
        known = roomier
    }
}

/// Elements that a hunk puts into a leaf.
@usableFromInline
struct FreshElements {
    @usableFromInline let range: Range<Int>
    /// Whether the index has their ids as its next claims.
    @usableFromInline let areClaimed: Bool

    @inlinable
    init(range: Range<Int>, areClaimed: Bool) {
        self.range = range
        self.areClaimed = areClaimed
    }
}

extension SlotIndex {
    /// Records the leaf of fresh elements.
    @inlinable @inline(__always)
    mutating func enter<Element: Identifiable>(
        _ part: FreshElements, of elements: ContiguousArray<Element>, in slot: Int32, _ claim: inout Int
    ) where Element.ID == ID {
        if part.areClaimed {
            place(part.range.count, claimedFrom: &claim, in: slot)
        } else {
            elements.withBorrowedElements { enter(contentsOf: $0.part(part.range), in: slot) }
        }
    }
}

/// A cursor over hunks, from left to right.
@usableFromInline
struct HunkCursor<Element> {
    @usableFromInline let hunks: [Hunk]
    @usableFromInline let elements: BorrowedElements<Element>
    @usableFromInline let total: Int
    @usableFromInline var next = 0
    /// Whether the new elements of hunk `next` are in place, while its old ones extend into further leaves.
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
        if hunks.count == 1, hunks[0].old == 0..<count, !hunks[0].keepsIDs {
            return reload(from: elements.part(hunks[0].new), index: &index, home: home)
        }
        releaseIDs(of: hunks, index: &index)
        var duplicates = UniqueIDs<Element.ID>()
        var claim = index.idCount
        Self.claimIDs(of: hunks, from: elements, index: &index, &duplicates)
        if !duplicates.ids.isEmpty {
            index.dropClaims(since: claim)
            reenterIDs(of: hunks, index: &index)
            return duplicates.ids
        }
        place(hunks, from: elements, index: &index, home: home, &claim)
        return []
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

    /// Adds the ids that hunks insert, in a leaf not yet known (-1); collects duplicates.
    @inlinable @inline(never)
    static func claimIDs(
        of hunks: [Hunk],
        from elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        _ duplicates: inout UniqueIDs<Element.ID>
    ) {
        if !index.knowsIDs { return }
        index.makeRoom(for: hunks.reduce(0) { $0 + $1.insertedCount })
        for hunk in hunks where !hunk.keepsIDs { index.claim(elements.part(hunk.new), in: -1, &duplicates) }
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
        var fresh: [FreshElements] = []
        var position = start
        while cursor.reaches(start, end) {
            let hunk = cursor.hunks[cursor.next]
            if hunk.old.lowerBound > position {
                elements.withBorrowedElements {
                    out.append(copying: $0.part(position - start..<hunk.old.lowerBound - start))
                }
            }
            if !cursor.isPlaced {
                let lower = out.count
                out.append(copying: cursor.elements.part(hunk.new))
                let staysInLeaf = hunk.keepsIDs && hunk.old.upperBound <= end
                if out.count > lower, !staysInLeaf {
                    fresh.append(FreshElements(range: lower..<out.count, areClaimed: !hunk.keepsIDs))
                }
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
            for part in fresh { index.enter(part, of: out, in: slot, &cursor.claim) }
            return [ChunkNode(elements: out, slot: slot)]
        }
        return cut(out, fresh: fresh, &cursor.claim, index: &index)
    }

    /// Cuts too many elements for one leaf into leaves of even size; the first keeps this node's slot.
    @inlinable @inline(never)
    func cut(
        _ elements: ContiguousArray<Element>,
        fresh: [FreshElements],
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
                let start = next < fresh.count ? fresh[next].range.lowerBound : range.upperBound
                if position < start {
                    let end = Swift.min(start, range.upperBound)
                    if piece > 0 {
                        elements.withBorrowedElements { index.enter(contentsOf: $0.part(position..<end), in: slot) }
                    }
                    position = end
                } else {
                    let end = Swift.min(fresh[next].range.upperBound, range.upperBound)
                    let part = FreshElements(range: position..<end, areClaimed: fresh[next].areClaimed)
                    index.enter(part, of: elements, in: slot, &claim)
                    if end == fresh[next].range.upperBound { next += 1 }
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
