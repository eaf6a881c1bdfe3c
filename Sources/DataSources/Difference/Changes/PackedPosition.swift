/// An offset packed with the number of its section, which starts at bit 40.
@usableFromInline
enum PackedPosition {
    @inlinable @inline(__always)
    static func start(ofSection section: Int) -> Int { section << 40 }

    @inlinable @inline(__always)
    static func section(_ place: Int) -> Int { place >> 40 }

    @inlinable @inline(__always)
    static func offset(_ place: Int) -> Int { place & (1 << 40 - 1) }
}
