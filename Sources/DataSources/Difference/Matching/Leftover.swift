/// Adjacent elements without a match so far, by address: nothing is copied or retained, as both versions outlive the
/// aligner.
///
/// It does not know the type of the elements, so arrays of leftovers are specialized also in debug builds.
@usableFromInline
struct Leftover: BitwiseCopyable {
    /// The address of the first element.
    @usableFromInline var address: UInt
    @usableFromInline var place: Int
    /// The number of elements, at most 64: see ``append(to:stride:)``.
    @usableFromInline var length: Int32
    /// The number of its first element among those of its side, after numbering.
    @usableFromInline var first: Int32 = 0
    /// Whether missing matches are not reported, because the section was deleted or inserted as a whole.
    @usableFromInline var isSilent: Bool

    @inlinable @inline(__always)
    init<Element>(_ base: BorrowedPointer<Element>, count: Int, at place: Int, isSilent: Bool) {
        address = base.address
        length = Int32(truncatingIfNeeded: count)
        self.place = place
        self.isSilent = isSilent
    }

    @inlinable @inline(__always)
    var count: Int { Int(length) }

    /// Its elements, which were of this type when it was made.
    @inlinable @inline(__always)
    func base<Element>(of type: Element.Type) -> BorrowedPointer<Element> { BorrowedPointer(address: address) }

    /// Appends it to others of the same side, or extends the last one to at most 64 elements, as ``LeftoverIndex`` has
    /// six bits for an offset.
    func append(to leftovers: inout ContiguousArray<Leftover>, stride: Int) {
        if let last = leftovers.last, last.address &+ UInt(bitPattern: last.count &* stride) == address,
            last.place &+ last.count == place, last.count &+ count <= 64
        {
            leftovers[leftovers.count &- 1].length &+= length
        } else {
            leftovers.append(self)
        }
    }
}
