/// A leaf of a tree, for a walk over it: valid while the tree is alive.
@usableFromInline
struct LeafSpan<Element> {
    @usableFromInline var base: BorrowedPointer<Element>
    @usableFromInline var count: Int
    /// The position of its first element.
    @usableFromInline var start: Int
    @usableFromInline var slot: Int32

    @inlinable
    init(base: BorrowedPointer<Element>, count: Int, start: Int, slot: Int32) {
        self.base = base
        self.count = count
        self.start = start
        self.slot = slot
    }
}

extension ChunkTree {
    /// All non-empty leaves, in order: valid while the tree is alive.
    @inlinable
    func leafSpans() -> ContiguousArray<LeafSpan<Element>> {
        var spans: ContiguousArray<LeafSpan<Element>> = []
        spans.reserveCapacity(count / ChunkLimits.leafFill + 1)
        withBorrowedPointer(to: root) { Self.appendSpans(of: $0, to: &spans) }
        return spans
    }

    /// Uses pointers all the way down: retains no node.
    @inlinable
    static func appendSpans(
        of node: BorrowedPointer<ChunkNode<Element>>, to spans: inout ContiguousArray<LeafSpan<Element>>
    ) {
        switch node.pointee.content {
        case .leaf(let elements):
            if elements.isEmpty { return }
            let start = spans.last.map { $0.start &+ $0.count } ?? 0
            spans.append(
                LeafSpan(base: borrowedBase(elements), count: elements.count, start: start, slot: node.pointee.slot)
            )
        case .branch(let children):
            let first = borrowedBase(children)
            for place in 0..<children.count { appendSpans(of: first + place, to: &spans) }
        }
    }
}

extension ChunkTree where Element: Identifiable & Equatable {
    /// The hunks to splice to turn the list into `new`; runs of equal elements keep their leaves.
    ///
    /// One walk over both. It finds a small difference by looking a few elements ahead; if that fails, the id index
    /// gives the next known run. The hunks need not be minimal: they decide what is copied, not what subscribers
    /// receive.
    ///
    /// - Complexity: O(*n* + *m*), hashing only ids of `new` around which more than a few elements differ.
    @inlinable
    func hunks(to new: BorrowedElements<Element>, index: SlotIndex<Element.ID>) -> [Hunk] {
        withExtendedLifetime(root) {
            var walk = HunkWalk(tree: self, new: new)
            walk.run(index: index)
            return walk.hunks
        }
    }
}

@usableFromInline
struct HunkWalk<Element: Identifiable & Equatable> {
    @usableFromInline let leaves: ContiguousArray<LeafSpan<Element>>
    @usableFromInline let oldCount: Int
    @usableFromInline let new: BorrowedElements<Element>
    @usableFromInline var hunks: [Hunk] = []
    /// The cursor in the old list (a leaf and an offset in it) and the cursor in the new one.
    @usableFromInline var leaf = 0
    @usableFromInline var offset = 0
    @usableFromInline var position = 0
    /// Slot of a leaf → its index among the leaves; built on first use.
    @usableFromInline var ordinals: [Int32: Int] = [:]

    @inlinable static var lookAhead: Int { 16 }
    /// The minimal length of a run to jump to; a shorter one may be a moved element.
    @inlinable static var worthwhile: Int { 64 }

    @inlinable
    init(tree: ChunkTree<Element>, new: BorrowedElements<Element>) {
        leaves = tree.leafSpans()
        oldCount = tree.count
        self.new = new
    }

    @inlinable
    mutating func run(index: SlotIndex<Element.ID>) {
        let base = new.base
        while leaf < leaves.count {
            let span = leaves[leaf]
            // Compare ids too: items may be equal although their ids differ.
            while offset < span.count, position < new.count, span.base[offset] == new[position],
                span.base[offset].id == new[position].id
            {
                offset &+= 1
                position &+= 1
            }
            if offset == span.count {
                leaf += 1
                offset = 0
            } else if position == new.count {
                break
            } else if span.base[offset].id == new[position].id || haveSameBits(span.base + offset, base + position) {
                pass(span, base)
            } else if !resumeNearby(span) {
                jump(index: index)
            }
        }
        let old = leaf < leaves.count ? leaves[leaf].start + offset : oldCount
        if old < oldCount || position < new.count { append(Hunk(old: old..<oldCount, new: position..<new.count)) }
    }

    /// Advances past two elements with one id that `==` says differ; content that does not equal itself is unchanged if
    /// its bits are.
    @inlinable
    mutating func pass(_ span: LeafSpan<Element>, _ base: BorrowedPointer<Element>) {
        if haveSameBits(span.base + offset, base + position) {
            offset += 1
            position += 1
        } else {
            note(old: 1, new: 1, keepsIDs: true)
        }
    }

    /// Adds a hunk at the cursors and advances past it; it lies within the leaf.
    @inlinable
    mutating func note(old: Int, new: Int, keepsIDs: Bool = false) {
        let start = leaves[leaf].start + offset
        append(
            Hunk(old: start..<start + old, new: position..<position + new, keepsIDs: keepsIDs),
            startsLeaf: offset == 0
        )
        offset += old
        position += new
    }

    @inlinable
    mutating func append(_ hunk: Hunk, startsLeaf: Bool = false) {
        if let last = hunks.indices.last, hunks[last].old.upperBound == hunk.old.lowerBound,
            hunks[last].new.upperBound == hunk.new.lowerBound,
            hunks[last].keepsIDs == hunk.keepsIDs, !(hunk.keepsIDs && startsLeaf)
        {
            hunks[last].old = hunks[last].old.lowerBound..<hunk.old.upperBound
            hunks[last].new = hunks[last].new.lowerBound..<hunk.new.upperBound
        } else {
            hunks.append(hunk)
        }
    }

    /// Advances past a few inserted, deleted or replaced elements; `false` if there is no match nearby.
    @inlinable
    mutating func resumeNearby(_ span: LeafSpan<Element>) -> Bool {
        let here = span.base[offset].id
        let coming = new[position].id
        for distance in 1...Self.lookAhead {
            if offset + distance < span.count, span.base[offset + distance].id == coming {
                note(old: distance, new: 0)
                return true
            }
            if position + distance < new.count, new[position + distance].id == here {
                note(old: 0, new: distance)
                return true
            }
        }
        if offset + 1 < span.count, position + 1 < new.count, span.base[offset + 1].id == new[position + 1].id {
            note(old: 1, new: 1)
            return true
        }
        return false
    }

    /// Advances past new elements, or elements from earlier in the old list, to the next long run ahead in the old
    /// list.
    @inlinable
    mutating func jump(index: SlotIndex<Element.ID>) {
        if ordinals.isEmpty {
            ordinals.reserveCapacity(leaves.count)
            for ordinal in leaves.indices { ordinals[leaves[ordinal].slot] = ordinal }
        }
        let start = leaves[leaf].start + offset
        var candidate = position
        var target = (leaf: leaves.count, offset: 0)
        while candidate < new.count {
            // The leaf in the index may not contain an id that misbehaves.
            guard let slot = index.leaf(of: new[candidate].id), let ordinal = ordinals[slot], ordinal >= leaf,
                let inLeaf = ChunkTree.offset(
                    of: new[candidate].id, in: leaves[ordinal].base, count: leaves[ordinal].count),
                ordinal > leaf || inLeaf >= offset
            else {
                candidate += 1
                continue
            }
            let needed = Swift.min(leaves[ordinal].start + inLeaf - start, Self.worthwhile)
            // They differed just now: with an inconsistent `==` the walk might never advance.
            if needed == 0, candidate == position {
                candidate += 1
                continue
            }
            let length = stretch(from: (ordinal, inLeaf), and: candidate, upTo: needed)
            if length >= needed || candidate + length == new.count {
                target = (ordinal, inLeaf)
                break
            }
            candidate += Swift.max(1, length)
        }
        let end = target.leaf < leaves.count ? leaves[target.leaf].start + target.offset : oldCount
        append(Hunk(old: start..<end, new: position..<candidate))
        (leaf, offset) = target
        position = candidate
    }

    /// The length of the run of equal ids from a position in the old list and one in the new, up to `limit`.
    @inlinable
    func stretch(from place: (leaf: Int, offset: Int), and candidate: Int, upTo limit: Int) -> Int {
        var (leaf, offset) = place
        var length = 0
        while length < limit, candidate + length < new.count, leaf < leaves.count,
            leaves[leaf].base[offset].id == new[candidate + length].id
        {
            length += 1
            offset += 1
            if offset == leaves[leaf].count {
                leaf += 1
                offset = 0
            }
        }
        return length
    }
}
