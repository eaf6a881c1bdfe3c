// Loops over bits do not know the type of the elements.

extension IdentityPlace {
    /// The offset of the first of `count` elements with the same bits at the place, which is known.
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
