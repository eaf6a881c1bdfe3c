import DataSources
import Testing

/// Arrays are read in place, without calls of the standard library: the address and the count have to be its own.
struct ContiguousArrayBorrowedTests {
    private struct Nothing {}

    private static func expectSame<Element>(_ array: ContiguousArray<Element>, _ comment: Comment) {
        #expect(array.borrowedCount == array.count, comment)
        let address = array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        #expect(borrowedBase(array).address == address, comment)
    }

    @Test(arguments: [0, 1, 2, 33])
    func `elements of any size and alignment`(count: Int) {
        Self.expectSame(ContiguousArray((0..<count).map { UInt8($0) }), "1 byte")
        Self.expectSame(ContiguousArray(0..<count), "8 bytes")
        Self.expectSame(ContiguousArray((0..<count).map { "text \($0)" }), "references")
        Self.expectSame(ContiguousArray((0..<count).map { SIMD4<Int32>(repeating: Int32($0)) }), "aligned to 16")
        Self.expectSame(ContiguousArray((0..<count).map { SIMD4<Int64>(repeating: Int64($0)) }), "aligned to 32")
        Self.expectSame(ContiguousArray((0..<count).map { SIMD16<Int64>(repeating: Int64($0)) }), "aligned to 128")
        Self.expectSame(ContiguousArray(repeating: Nothing(), count: count), "no size")
    }

    @Test func `an array with room for more`() {
        var array: ContiguousArray<Int> = []
        array.reserveCapacity(100)
        Self.expectSame(array, "empty")
        array.append(1)
        Self.expectSame(array, "one element")
    }
}
