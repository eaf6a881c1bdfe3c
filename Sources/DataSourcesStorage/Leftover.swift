/// Adjacent elements without a match so far, by address: nothing is copied or retained, as both versions outlive the
/// aligner.
///
/// It does not know the type of the elements, so arrays of leftovers are specialized also in debug builds.
@usableFromInline
package struct Leftover: BitwiseCopyable {
    /// The address of the first element.
    @usableFromInline package var address: UInt
    @usableFromInline package var place: Int
    /// The number of elements, at most 64: see ``append(to:stride:)``.
    @usableFromInline package var length: Int32
    /// The number of its first element among those of its side, after numbering.
    @usableFromInline package var first: Int32 = 0
    /// Whether missing matches are not reported, because the section was deleted or inserted as a whole.
    @usableFromInline package var isSilent: Bool

    @inlinable @inline(__always)
    package init<Element>(_ base: BorrowedPointer<Element>, count: Int, at place: Int, isSilent: Bool) {
        address = base.address
        length = Int32(truncatingIfNeeded: count)
        self.place = place
        self.isSilent = isSilent
    }

    @inlinable @inline(__always)
    package var count: Int { Int(length) }

    /// Its elements, which were of this type when it was made.
    @inlinable @inline(__always)
    package func base<Element>(of type: Element.Type) -> BorrowedPointer<Element> { BorrowedPointer(address: address) }

    /// The address of an element, whose type has this stride.
    @inlinable @inline(__always)
    package func address(of offset: Int, stride: Int) -> UInt {
        address &+ UInt(bitPattern: offset &* stride)
    }

    /// Appends it to others of the same side, or extends the last one to at most 64 elements, as ``LeftoverIndex`` has
    /// six bits for an offset.
    @inlinable @inline(__always)
    package func append(to leftovers: inout ContiguousArray<Leftover>, stride: Int) {
        if let last = leftovers.last, last.address(of: last.count, stride: stride) == address,
            last.place &+ last.count == place, last.count &+ count <= 64
        {
            leftovers[leftovers.count &- 1].length &+= length
        } else {
            leftovers.append(self)
        }
    }
}
