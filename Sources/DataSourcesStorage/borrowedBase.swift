/// The address of an array's elements, used after the closure that provides it.
///
/// Arrays in a tree are not written to while that tree is alive, and every caller keeps the tree alive. It avoids a
/// retain and a release per level, which is most of the cost of a read.
///
/// It asks the array itself. A cast of the array to one of other elements hides from the optimizer that the buffer is in
/// use: release builds then released buffers too early.
@inlinable @inline(__always)
package func borrowedBase<T>(_ array: ContiguousArray<T>) -> BorrowedPointer<T> {
    // Contiguous arrays always have an address, even empty ones.
    unsafe BorrowedPointer(array.withUnsafeBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped })
}

/// Keeps what a value refers to alive up to this call; inlined also in unspecialized code.
@inlinable @inline(__always)
package func keepAlive<T>(_ value: T) { _fixLifetime(value) }
