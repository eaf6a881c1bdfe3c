// Loops over bits do not know the type of the elements, and are not inlined into code that does: so they run at full
// speed also where that code is not specialized.

extension IdentityPlace {
    /// The offset of the first of `count` elements that seems to have an id with the same bits.
    @inlinable @inline(__always)
    func offset<Element: Identifiable>(
        of element: BorrowedPointer<Element>, in base: BorrowedPointer<Element>, count: Int
    ) -> Int? {
        if offset >= 0 { return firstSame(as: element.bytes, in: base.bytes, count: count) }
        for offset in 0..<count where bits.areIdentical(base[offset].id, element.pointee.id) { return offset }
        return nil
    }

    /// The number of elements until both sides seem to have ids with the same bits; at least one, at most `count`.
    @inlinable @inline(__always)
    func differing<Element: Identifiable>(
        _ left: BorrowedPointer<Element>, _ right: BorrowedPointer<Element>, count: Int
    ) -> Int {
        if offset >= 0 { return firstSame(in: left.bytes, right.bytes, count: count) }
        var differing = 1
        while differing < count, !bits.areIdentical(left[differing].id, right[differing].id) { differing &+= 1 }
        return differing
    }

    /// The offset of the first of `count` elements with the same bits at the place, which is known.
    @usableFromInline
    func firstSame(
        as element: BorrowedPointer<UInt8>, in base: BorrowedPointer<UInt8>, count: Int
    ) -> Int? {
        var candidate = base
        for offset in 0..<count {
            if haveSameBytes(candidate, element) { return offset }
            candidate += stride
        }
        return nil
    }

    /// The number of elements up to the first one, but at least one, with the same bits on both sides at the place,
    /// which is known.
    @usableFromInline
    func firstSame(
        in left: BorrowedPointer<UInt8>, _ right: BorrowedPointer<UInt8>, count: Int
    ) -> Int {
        var (a, b, differing) = (left + stride, right + stride, 1)
        while differing < count, !haveSameBytes(a, b) {
            a += stride
            b += stride
            differing &+= 1
        }
        return differing
    }
}
