/// The number of leading elements with the same bits on both sides.
///
/// Elements without padding are compared eight at a time, with vector operations.
@inlinable @inline(__always)
package func sameBits<T>(_ left: BorrowedPointer<T>, _ right: BorrowedPointer<T>, count: Int) -> Int {
    // Eight elements of `size` bytes are `size` / 8 * 2 vectors of 32 bytes, and both sides have `count` elements.
    var same = 0
    if MemoryLayout<T>.size == MemoryLayout<T>.stride, MemoryLayout<T>.size & 7 == 0 {
        while same &+ 8 <= count {
            let (a, b) = unsafe (UnsafeRawPointer((left + same).base), UnsafeRawPointer((right + same).base))
            var difference: SIMD4<UInt64> = .zero
            for vector in 0..<MemoryLayout<T>.size / 8 * 2 {
                unsafe difference |=
                    a.loadUnaligned(fromByteOffset: vector &* 32, as: SIMD4<UInt64>.self)
                    ^ b.loadUnaligned(fromByteOffset: vector &* 32, as: SIMD4<UInt64>.self)
            }
            if difference != .zero { break }
            same &+= 8
        }
    }
    while same < count, haveSameBits(left + same, right + same) { same &+= 1 }
    return same
}

/// Whether two places in memory have the same bytes; both have `count`.
@inlinable @inline(__always)
package func haveSameBytes(_ left: BorrowedPointer<UInt8>, _ right: BorrowedPointer<UInt8>, count: Int) -> Bool {
    // Every load ends before `count`.
    let (a, b) = unsafe (UnsafeRawPointer(left.base), UnsafeRawPointer(right.base))
    var offset = 0
    while offset &+ 8 <= count {
        if unsafe a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
            return false
        }
        offset &+= 8
    }
    while offset < count {
        if unsafe a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
            return false
        }
        offset &+= 1
    }
    return true
}
