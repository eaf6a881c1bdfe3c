/// A leaf of a tree that is being walked: valid while the tree is alive.
@usableFromInline
struct LeafSpan<Element> {
    @usableFromInline var base: UnsafePointer<Element>
    @usableFromInline var count: Int
    /// The position of its first element.
    @usableFromInline var start: Int
    @usableFromInline var slot: Int32

    @inlinable
    init(base: UnsafePointer<Element>, count: Int, start: Int, slot: Int32) {
        self.base = base
        self.count = count
        self.start = start
        self.slot = slot
    }
}

extension ChunkTree {
    /// All leaves that are not empty, in order: valid while the tree is alive.
    @inlinable
    func leafSpans() -> ContiguousArray<LeafSpan<Element>> {
        var spans: ContiguousArray<LeafSpan<Element>> = []
        spans.reserveCapacity(count / ChunkLimits.leafFill + 1)
        withUnsafePointer(to: root) { Self.appendSpans(of: $0, to: &spans) }
        return spans
    }

    /// By pointers all the way down: no node is retained.
    @inlinable
    static func appendSpans(
        of node: UnsafePointer<ChunkNode<Element>>, to spans: inout ContiguousArray<LeafSpan<Element>>
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
    /// Where the list differs from `new`, as hunks to splice, such that equal stretches keep their leaves.
    ///
    /// One walk along both. A small difference is found by looking a few elements ahead; when that fails the id index
    /// says where the next known stretch lies. The hunks need not be the fewest: they decide what is copied, never what
    /// subscribers are told.
    ///
    /// - Complexity: O(*n* + *m*), hashing only ids of `new` around which more than a few elements differ.
    @inlinable
    func hunks(to new: UnsafeBufferPointer<Element>, index: SlotIndex<Element.ID>) -> [Hunk] {
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
    @usableFromInline let new: UnsafeBufferPointer<Element>
    @usableFromInline var hunks: [Hunk] = []
    /// The cursor in the old list (a leaf and an offset in it) and the one in the new.
    @usableFromInline var leaf = 0
    @usableFromInline var offset = 0
    @usableFromInline var position = 0
    /// Slot of a leaf → its place among the leaves; made when first needed.
    @usableFromInline var ordinals: [Int32: Int] = [:]

    @inlinable static var lookAhead: Int { 16 }
    /// A stretch this long is worth jumping to; a shorter one may be a moved element.
    @inlinable static var worthwhile: Int { 64 }

    @inlinable
    init(tree: ChunkTree<Element>, new: UnsafeBufferPointer<Element>) {
        leaves = tree.leafSpans()
        oldCount = tree.count
        self.new = new
    }

    @inlinable
    mutating func run(index: SlotIndex<Element.ID>) {
        let base = new.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        while leaf < leaves.count {
            let span = leaves[leaf]
            // Items may be equal whatever their ids are.
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

    /// Passes over two elements of one id that `==` says differ; content that does not equal itself is still the same when
    /// its bits are.
    @inlinable
    mutating func pass(_ span: LeafSpan<Element>, _ base: UnsafePointer<Element>) {
        if haveSameBits(span.base + offset, base + position) {
            offset += 1
            position += 1
        } else {
            note(old: 1, new: 1, keepsIDs: true)
        }
    }

    /// Notes a hunk at the cursors and passes over it; it lies within the leaf.
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

    /// Passes over a few elements that came, went or were exchanged; `false` when there is no match nearby.
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

    /// Passes over what is new here, or came from behind, to the next long stretch that lies ahead in the old list.
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
            // The leaf that the index names need not hold an id that misbehaves.
            guard let slot = index.leaf(of: new[candidate].id), let ordinal = ordinals[slot], ordinal >= leaf,
                let inLeaf = ChunkTree.offset(
                    of: new[candidate].id, in: leaves[ordinal].base, count: leaves[ordinal].count),
                ordinal > leaf || inLeaf >= offset
            else {
                candidate += 1
                continue
            }
            let needed = Swift.min(leaves[ordinal].start + inLeaf - start, Self.worthwhile)
            // They differed a moment ago: without this, an `==` that changes its mind could keep the walk where it is.
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

    /// How far ids agree from a place in the old list and one in the new, up to `limit`.
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
