// In code that is generic over the elements, an unspecialized call of the standard library costs more than the access.
// The header of an array's buffer is the same for all elements, so these read it as that of an array of numbers.

extension ContiguousArray {
    /// `count`, inlined also in unspecialized code.
    @inlinable @inline(__always)
    package var borrowedCount: Int {
        // All contiguous arrays are a reference to a buffer that begins with the same header.
        unsafe unsafeBitCast(self, to: ContiguousArray<UInt64>.self).count
    }
}

/// The address of an array's elements, used after the closure that provides it.
///
/// Arrays in a tree are not written to while that tree is alive, and every caller keeps the tree alive. It avoids a
/// retain and a release per level, which is most of the cost of a read.
@inlinable @inline(__always)
package func borrowedBase<T>(_ array: ContiguousArray<T>) -> BorrowedPointer<T> {
    // Behind the header, elements begin at a multiple of their alignment. The header's size is one of 16.
    if MemoryLayout<T>.alignment <= 16 {
        // Contiguous arrays always have an address, even empty ones.
        let numbers = unsafe unsafeBitCast(array, to: ContiguousArray<UInt64>.self)
        return unsafe BorrowedPointer(
            UnsafeRawPointer(numbers.withUnsafeBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped })
                .assumingMemoryBound(to: T.self))
    }
    // As above.
    return unsafe BorrowedPointer(array.withUnsafeBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped })
}

/// Keeps what a value refers to alive up to this call; inlined also in unspecialized code.
@inlinable @inline(__always)
package func keepAlive<T>(_ value: T) { _fixLifetime(value) }
