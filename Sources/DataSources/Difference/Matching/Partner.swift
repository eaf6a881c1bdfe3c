/// Which old element has the id of a new one, if any has, and whether their content differs.
@usableFromInline
struct Partner: BitwiseCopyable {
    /// A ``LeftoverPlace``, a bit for a change, and a bit that is 1; all zero for no partner.
    @usableFromInline let bits: Int

    @inlinable @inline(__always)
    init(bits: Int) {
        self.bits = bits
    }

    @inlinable @inline(__always)
    init(_ place: LeftoverPlace, hasChanged: Bool) {
        bits = place.bits &<< 2 | (hasChanged ? 3 : 1)
    }

    @inlinable @inline(__always)
    static var none: Partner { Partner(bits: 0) }

    @inlinable @inline(__always)
    var isNone: Bool { bits == 0 }

    @inlinable @inline(__always)
    var hasChanged: Bool { bits & 2 != 0 }

    @inlinable @inline(__always)
    var place: LeftoverPlace { LeftoverPlace(bits: bits &>> 2) }
}
