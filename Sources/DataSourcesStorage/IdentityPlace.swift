/// Where elements store the bits of their ids, for comparisons that need not be right.
///
/// Getting an id calls a property of the client, which in a debug build costs more than all else in a walk over a list.
/// A walk through disorder compares most elements in vain, so it compares those bits instead. If the place is wrong,
/// because an id is computed, the walk finds too little, or looks at elements that differ after all. That costs time,
/// but it is never wrong: where the walk goes on, it compares ids, and elements without a match are paired by id.
@usableFromInline
package struct IdentityPlace {
    @usableFromInline package let bits: IdentityBits
    /// The offset of the id in an element; negative if it is unknown.
    @usableFromInline package let offset: Int
    /// Whether the id has sixteen bytes; eight otherwise.
    @usableFromInline package let isLong: Bool
    /// Whether it was sought.
    @usableFromInline package let isSought: Bool
    /// The bytes from one element to the next.
    @usableFromInline package let stride: Int

    /// An unknown place.
    @inlinable
    package init(bits: IdentityBits) {
        self.bits = bits
        offset = -1
        isLong = false
        isSought = false
        stride = 0
    }

    /// Finds the id of an element in its memory.
    @inlinable
    package init<Element: Identifiable>(in element: BorrowedPointer<Element>, bits: IdentityBits) {
        self.bits = bits
        isSought = true
        isLong = MemoryLayout<Element.ID>.size == 16
        stride = MemoryLayout<Element>.stride
        let isShort = MemoryLayout<Element.ID>.size == 8
        offset = isLong || isShort ? Self.offset(of: element.pointee.id, in: element) : -1
    }

    /// The offset of a value in another, aligned as it is; -1 if there is none.
    @inlinable
    package static func offset<Value, Whole>(of value: Value, in whole: BorrowedPointer<Whole>) -> Int {
        let size = MemoryLayout<Value>.size
        var offset = 0
        while offset &+ size <= MemoryLayout<Whole>.size {
            let isHere = withBorrowedPointer(to: value) { value in
                // From the offset on, the whole has as many bytes as the value.
                unsafe haveSameBits(
                    value, BorrowedPointer((UnsafeRawPointer(whole.base) + offset).assumingMemoryBound(to: Value.self)))
            }
            if isHere { return offset }
            offset &+= MemoryLayout<Value>.alignment
        }
        return -1
    }

    /// Whether two elements have the same bits at the place, which is known.
    @inlinable @inline(__always)
    package func haveSameBytes(_ left: BorrowedPointer<UInt8>, _ right: BorrowedPointer<UInt8>) -> Bool {
        // From the offset on, either element has the eight or sixteen bytes of an id: see `init(in:bits:)`.
        let (a, b) = unsafe (UnsafeRawPointer(left.base) + offset, UnsafeRawPointer(right.base) + offset)
        if unsafe a.loadUnaligned(as: UInt64.self) != b.loadUnaligned(as: UInt64.self) { return false }
        if !isLong { return true }
        return unsafe a.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            == b.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    }

    /// Whether two elements seem to have the same id; by its bits at the place if those say it all, or if `byBits`.
    @inlinable @inline(__always)
    package func areEqual<Element: Identifiable>(
        _ left: BorrowedPointer<Element>, _ right: BorrowedPointer<Element>, byBits: Bool
    ) -> Bool {
        if offset >= 0, bits.isBits || byBits { return haveSameBytes(left.bytes, right.bytes) }
        return bits.areEqual(left.pointee.id, right.pointee.id)
    }
}
