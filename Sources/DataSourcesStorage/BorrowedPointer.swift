/// A pointer to elements of an array that someone else keeps alive.
///
/// It reads without a retain and a release, which are most of the cost of a read; copying it costs nothing either.
// Safe where it is used: it only reads, and it is made only by `borrowedBase(_:)`, `withBorrowedPointer(to:_:)` and
// `withBorrowedElements(_:)`. The arrays of a tree are not written to while that tree is alive, and every user keeps the
// tree alive; the other two lend the memory for a call. Each user compares with the number of elements before it reads.
@safe
@usableFromInline
package struct BorrowedPointer<Pointee>: BitwiseCopyable {
    @usableFromInline package let base: UnsafePointer<Pointee>

    @inlinable @inline(__always)
    package init(_ base: UnsafePointer<Pointee>) {
        // The initializers of a wrapper only store: reads are below.
        unsafe self.base = base
    }

    /// A pointer to nothing, for a cursor before its first element; never read.
    @inlinable @inline(__always)
    package static var nowhere: BorrowedPointer {
        // The address is not zero, so there is a pointer.
        unsafe BorrowedPointer(UnsafePointer(bitPattern: 1).unsafelyUnwrapped)
    }

    /// The pointer with an address that was ``address``, while that memory is still alive.
    @inlinable @inline(__always)
    package init(address: UInt) {
        // The address of a pointer is not zero.
        unsafe self.init(UnsafePointer(bitPattern: address).unsafelyUnwrapped)
    }

    /// The address, which identifies the memory while it is alive.
    @inlinable @inline(__always)
    package var address: UInt {
        // A number cannot be read from.
        unsafe UInt(bitPattern: base)
    }

    /// The same memory as bytes, to store the address of elements of several types in one place.
    @inlinable @inline(__always)
    package var bytes: BorrowedPointer<UInt8> { rebound(to: UInt8.self) }

    /// The same memory as values of another type: of the type that they were stored with, or not read at all.
    @inlinable @inline(__always)
    package func rebound<Other>(to type: Other.Type) -> BorrowedPointer<Other> {
        // Only an address: reads are below, and every user reads the type that is in the memory.
        unsafe BorrowedPointer<Other>(UnsafeRawPointer(base).assumingMemoryBound(to: type))
    }

    // Read in place: without the address, an element would be copied to read one of its properties. The type's comment
    // says who keeps the memory alive and why the offsets are valid.
    @inlinable
    package var pointee: Pointee {
        @inline(__always) unsafeAddress { unsafe base }
    }

    @inlinable
    package subscript(offset: Int) -> Pointee {
        // As for `pointee`.
        @inline(__always) unsafeAddress { unsafe base + offset }
    }
}

extension BorrowedPointer: Comparable {
    @inlinable @inline(__always)
    package static func == (left: BorrowedPointer, right: BorrowedPointer) -> Bool { left.address == right.address }

    @inlinable @inline(__always)
    package static func < (left: BorrowedPointer, right: BorrowedPointer) -> Bool { left.address < right.address }

    @inlinable @inline(__always)
    package static func + (pointer: BorrowedPointer, count: Int) -> BorrowedPointer {
        // Reads nothing; the result lies in the same array or right behind it.
        unsafe BorrowedPointer(pointer.base + count)
    }

    @inlinable @inline(__always)
    package static func += (pointer: inout BorrowedPointer, count: Int) { pointer = pointer + count }
}

/// Calls `body` with a pointer to a value, valid during the call.
@inlinable @inline(__always)
package func withBorrowedPointer<Value, Result>(to value: Value, _ body: (BorrowedPointer<Value>) -> Result) -> Result {
    // The value is borrowed for the call, and no caller returns the pointer.
    unsafe withUnsafePointer(to: value) { unsafe body(BorrowedPointer($0)) }
}
