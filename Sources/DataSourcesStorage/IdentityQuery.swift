/// An element to insert or to look up; it does not know its type, as ``Leftover``.
@usableFromInline
package struct IdentityQuery: BitwiseCopyable {
    @usableFromInline package var address: UInt
    /// Where it is among the leftovers of its side.
    @usableFromInline package var index: LeftoverIndex
    /// The hash of its id.
    @usableFromInline package var value: UInt64
    /// The first slot to read, once fetched.
    @usableFromInline package var entry: UInt64 = 0
    /// Loaded to fetch its memory; never read.
    @usableFromInline package var firstByte: UInt8 = 0

    @inlinable @inline(__always)
    package init(address: UInt, index: LeftoverIndex, value: UInt64) {
        self.address = address
        self.index = index
        self.value = value
    }
}
