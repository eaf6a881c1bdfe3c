/// The old element with the id of a new one, if any, and whether their content differs.
@usableFromInline
struct Match: BitwiseCopyable {
    /// A ``LeftoverIndex``, a bit for a change, and a bit that is 1; all zero for no match.
    @usableFromInline let bits: Int

    @inlinable @inline(__always)
    init(bits: Int) {
        self.bits = bits
    }

    @inlinable @inline(__always)
    init(_ place: LeftoverIndex, hasChanged: Bool) {
        bits = place.bits &<< 2 | (hasChanged ? 3 : 1)
    }

    @inlinable @inline(__always)
    static var none: Match { Match(bits: 0) }

    @inlinable @inline(__always)
    var isNone: Bool { bits == 0 }

    @inlinable @inline(__always)
    var hasChanged: Bool { bits & 2 != 0 }

    @inlinable @inline(__always)
    var place: LeftoverIndex { LeftoverIndex(bits: bits &>> 2) }
}
