/// Adjacent elements of an array that someone else keeps alive.
// Safe where it is used, as ``BorrowedPointer`` is; in debug builds, offsets are checked too.
@safe
@usableFromInline
package struct BorrowedElements<Element>: RandomAccessCollection {
    @usableFromInline package let base: BorrowedPointer<Element>
    @usableFromInline package let count: Int

    @inlinable @inline(__always)
    package init(_ base: BorrowedPointer<Element>, count: Int) {
        self.base = base
        self.count = count
    }

    /// No elements.
    @inlinable @inline(__always)
    package static var none: BorrowedElements { BorrowedElements(.nowhere, count: 0) }

    @inlinable @inline(__always)
    package var startIndex: Int { 0 }

    @inlinable @inline(__always)
    package var endIndex: Int { count }

    @inlinable
    package subscript(offset: Int) -> Element {
        // Read in place, as by ``BorrowedPointer``; every user compares with `count`.
        @inline(__always) unsafeAddress {
            assert(offset >= 0 && offset < count, "beyond the borrowed elements")
            return unsafe base.base + offset
        }
    }

    /// The elements in a range, whose offsets begin at zero again.
    @inlinable @inline(__always)
    package func part(_ range: Range<Int>) -> BorrowedElements {
        assert(range.lowerBound >= 0 && range.upperBound <= count, "beyond the borrowed elements")
        return BorrowedElements(base + range.lowerBound, count: range.count)
    }

    /// The same elements for the standard library, which copies a buffer at once.
    @inlinable @inline(__always)
    package var buffer: UnsafeBufferPointer<Element> {
        // The buffer has the bounds of this value, and lives as long.
        unsafe UnsafeBufferPointer(start: base.base, count: count)
    }
}

extension Array {
    /// Calls `body` with the elements, valid during the call.
    @inlinable @inline(__always)
    package func withBorrowedElements<Result>(_ body: (BorrowedElements<Element>) -> Result) -> Result {
        // The array is borrowed for the call, and no caller returns the elements.
        unsafe withUnsafeBufferPointer { unsafe body(BorrowedElements($0)) }
    }
}

extension ContiguousArray {
    /// Calls `body` with the elements, valid during the call.
    @inlinable @inline(__always)
    package func withBorrowedElements<Result>(_ body: (BorrowedElements<Element>) -> Result) -> Result {
        // The array is borrowed for the call, and no caller returns the elements.
        unsafe withUnsafeBufferPointer { unsafe body(BorrowedElements($0)) }
    }
}

extension ContiguousArray {
    /// Creates an array of the elements, a copy of their memory as a whole.
    @inlinable @inline(never)
    package init(copying elements: BorrowedElements<Element>) {
        // The caller holds the memory.
        unsafe self.init(elements.buffer)
    }

    /// Appends the elements, as a copy of their memory as a whole.
    @inlinable @inline(never)
    package mutating func append(copying elements: BorrowedElements<Element>) {
        // The caller holds the memory.
        unsafe append(contentsOf: elements.buffer)
    }
}

extension BorrowedElements {
    @inlinable @inline(__always)
    package init(_ buffer: UnsafeBufferPointer<Element>) {
        // A buffer without an address has no elements.
        let base = unsafe buffer.baseAddress.map { unsafe BorrowedPointer($0) } ?? .nowhere
        self = BorrowedElements(base, count: buffer.count)
    }
}
