/// The old element with the id of a new one, if any, and whether their content differs.
@usableFromInline
package struct Match: BitwiseCopyable {
    /// A ``LeftoverIndex``, a bit for a change, and a bit that is 1; all zero for no match.
    @usableFromInline package let bits: Int

    @inlinable @inline(__always)
    package init(bits: Int) {
        self.bits = bits
    }

    @inlinable @inline(__always)
    package init(_ place: LeftoverIndex, hasChanged: Bool) {
        bits = place.bits &<< 2 | (hasChanged ? 3 : 1)
    }

    @inlinable @inline(__always)
    package static var none: Match { Match(bits: 0) }

    @inlinable @inline(__always)
    package var isNone: Bool { bits == 0 }

    @inlinable @inline(__always)
    package var hasChanged: Bool { bits & 2 != 0 }

    @inlinable @inline(__always)
    package var place: LeftoverIndex { LeftoverIndex(bits: bits &>> 2) }
}

/// The index of an element among the leftovers of one side: the number of a leftover, and an offset in it.
@usableFromInline
package struct LeftoverIndex: BitwiseCopyable {
    @usableFromInline package let bits: Int

    @inlinable @inline(__always)
    package init(bits: Int) {
        self.bits = bits
    }

    @inlinable @inline(__always)
    package init(_ number: Int, _ offset: Int) {
        bits = number &<< 6 | offset
    }

    @inlinable @inline(__always)
    package var number: Int { bits &>> 6 }

    @inlinable @inline(__always)
    package var offset: Int { bits & 63 }
}
