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

extension [Hunk] {
    /// Whether they remove the element at an old position.
    @usableFromInline
    func removeElement(at position: Int) -> Bool {
        let next = partitioningIndex { $0.old.upperBound > position }
        return next < count && !self[next].keepsIDs && self[next].old.contains(position)
    }

    /// The new positions of the elements whose ids they insert, by the order of the claims: where each hunk begins.
    var claims: [(claim: Int, position: Int)] {
        var claim = 0
        return filter { !$0.new.isEmpty && !$0.keepsIDs }.map { hunk in
            defer { claim += hunk.new.count }
            return (claim, hunk.new.lowerBound)
        }
    }
}
