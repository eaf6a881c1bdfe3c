extension ChunkTree where Element: Identifiable & Equatable {
    /// The hunks to splice to turn the list into `new`; runs of equal elements keep their leaves.
    ///
    /// The hunks need not be minimal: they decide what is copied, not what subscribers receive. If they would replace
    /// more elements than they leave, they are one that replaces all: ``splice(_:from:index:home:)`` then hashes each
    /// new id once.
    ///
    /// - Complexity: O(*n* + *m*) comparisons, hashing nothing.
    @inlinable
    func hunks(to new: BorrowedElements<Element>) -> [Hunk] {
        withBorrowedPointer(to: root) { HunkWalk.hunks(LeafCursor(root: $0), LeafCursor(elements: new)) }
    }

    /// The hunks to splice to turn the list into that of another tree.
    @inlinable
    func hunks(to new: ChunkTree) -> [Hunk] {
        withBorrowedPointer(to: root) { old in
            withBorrowedPointer(to: new.root) { HunkWalk.hunks(LeafCursor(root: old), LeafCursor(root: $0)) }
        }
    }
}

/// One walk over a list and an array, side by side.
///
/// Where they differ, ``ScanState`` looks ahead for the point where they agree again. In disorder it looks ahead ever
/// more rarely, and continues along the diagonal.
@usableFromInline
struct HunkWalk<Element: Identifiable & Equatable> {
    @usableFromInline var old: LeafCursor<Element>
    @usableFromInline var new: LeafCursor<Element>
    @usableFromInline var hunks: [Hunk] = []
    @usableFromInline let bits: IdentityBits
    /// The number of old elements that the hunks remove.
    @usableFromInline var removed = 0

    @inlinable
    init(_ old: LeafCursor<Element>, _ new: LeafCursor<Element>) {
        self.old = old
        self.new = new
        bits = IdentityBits.of(Element.ID.self)
    }

    /// The hunks between two lists.
    @inlinable
    static func hunks(_ old: LeafCursor<Element>, _ new: LeafCursor<Element>) -> [Hunk] {
        var walk = HunkWalk(old, new)
        walk.run()
        return walk.replacesMost ? [Hunk(old: 0..<old.total, new: 0..<new.total)] : walk.hunks
    }

    /// Whether the hunks remove more elements than they leave: then the walk stops.
    @inlinable @inline(__always)
    var replacesMost: Bool { removed > old.total &- removed }

    @inlinable
    mutating func run() {
        // A pause costs copies, not hashes; a look reads the memory of ids that are not plain bits.
        let pause = bits.isBits ? 64 : 256
        var scan = ScanState(bits: bits, budget: 2 * (old.remaining + new.remaining), longestPause: pause)
        var poll = CancellationPoll(nil)
        while old.isInside, new.isInside, !replacesMost {
            let length = Swift.min(old.available, new.available)
            let agreed = agreeing(length, &scan)
            if agreed > 0 {
                old.advance(by: agreed)
                new.advance(by: agreed)
                scan.agreed(agreed)
            }
            if agreed == length { continue }
            // Both are zero only if `==` gives different answers; the walk must go on.
            if let (skipOld, skipNew) = scan.lookAhead(old, new, &poll), skipOld &+ skipNew > 0 {
                note(old: skipOld, new: skipNew)
                continue
            }
            // In disorder: continue while the sides differ, until the next look ahead.
            let stretch = Swift.min(old.available, new.available, scan.elementsUntilLook)
            let differing = scan.place.differing(old.base, new.base, count: stretch)
            scan.pass(differing &- 1)
            note(old: differing, new: differing)
        }
        note(old: old.remaining, new: new.remaining)
    }

    /// The number of elements from the cursors on, of at most `length`, with equal ids; notes those whose content
    /// differs.
    ///
    /// Content that does not equal itself is unchanged if its bits are.
    @inlinable
    mutating func agreeing(_ length: Int, _ scan: inout ScanState) -> Int {
        let (a, b) = (old.base, new.base)
        var agreed = 0
        while agreed < length {
            let same = sameBits(a + agreed, b + agreed, count: length &- agreed)
            if same > 0 { scan.sharesMemory = true }
            agreed &+= same
            if agreed == length || !bits.areEqual(a[agreed].id, b[agreed].id) { break }
            if a[agreed] != b[agreed] {
                let (before, after) = (old.position &+ agreed, new.position &+ agreed)
                append(
                    Hunk(old: before..<before &+ 1, new: after..<after &+ 1, keepsIDs: true),
                    startsLeaf: old.length &- old.available &+ agreed == 0
                )
            }
            agreed &+= 1
        }
        return agreed
    }

    /// Adds a hunk at the cursors and advances past it.
    @inlinable
    mutating func note(old oldCount: Int, new newCount: Int) {
        if oldCount == 0, newCount == 0 { return }
        removed &+= oldCount
        let (before, after) = (old.position, new.position)
        append(Hunk(old: before..<before + oldCount, new: after..<after + newCount))
        old.skip(oldCount)
        new.skip(newCount)
    }

    /// Joins a hunk with the last one if they are adjacent and of one kind; hunks that keep ids stay within a leaf.
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
}
