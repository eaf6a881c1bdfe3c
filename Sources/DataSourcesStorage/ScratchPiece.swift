/// A piece of memory for one calculation: as many values as it was made for.
// Safe where it is used: `ScratchMemory` and temporary allocations own the memory, and every piece is a local variable
// of the function that holds its memory, or of one that this function calls. Debug builds check every offset. Pieces
// start uninitialized, but their values are trivial, and every user writes a value before it reads it.
@safe
@usableFromInline
package struct ScratchPiece<Value: BitwiseCopyable>: BitwiseCopyable {
    @usableFromInline package let base: UnsafeMutablePointer<Value>
    @usableFromInline package let count: Int

    @inlinable @inline(__always)
    package init(_ base: UnsafeMutablePointer<Value>, count: Int) {
        // Only stored: reads and writes are below.
        unsafe self.base = base
        self.count = count
    }

    @inlinable
    package subscript(offset: Int) -> Value {
        // Trivial values need no initialization before they are assigned. Every user keeps its offsets below `count`.
        @inline(__always) unsafeAddress {
            assert(offset >= 0 && offset < count, "beyond the piece of memory")
            return unsafe UnsafePointer(base + offset)
        }
        // As for reads.
        @inline(__always) nonmutating unsafeMutableAddress {
            assert(offset >= 0 && offset < count, "beyond the piece of memory")
            return unsafe base + offset
        }
    }

    /// Sets all values.
    @inlinable @inline(__always)
    package func fill(with value: Value) {
        // Writes `count` values, which the memory has room for.
        unsafe base.initialize(repeating: value, count: count)
    }

    /// The values from an offset on.
    @inlinable @inline(__always)
    package func dropping(_ offset: Int) -> ScratchPiece {
        assert(offset >= 0 && offset <= count, "beyond the piece of memory")
        // Stays within the piece, or right behind it.
        return unsafe ScratchPiece(base + offset, count: count &- offset)
    }

    /// The values, to read only.
    @inlinable @inline(__always)
    package var elements: BorrowedElements<Value> {
        // The same memory, and as long.
        unsafe BorrowedElements(BorrowedPointer(base), count: count)
    }
}

/// Calls `body` with memory for `count` values on the stack, valid during the call.
@inlinable @inline(__always)
package func withScratchPiece<Value: BitwiseCopyable, Result>(
    of type: Value.Type, count: Int, _ body: (ScratchPiece<Value>) -> Result
) -> Result {
    // The memory is there for the call, no caller returns the piece, and an allocation of at least one value has an
    // address.
    unsafe withUnsafeTemporaryAllocation(of: type, capacity: count) { buffer in
        unsafe body(ScratchPiece(buffer.baseAddress.unsafelyUnwrapped, count: count))
    }
}
