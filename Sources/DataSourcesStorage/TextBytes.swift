/// Whether two texts have the same UTF-8 bytes.
@usableFromInline
package func haveSameUTF8(_ left: String, _ right: String) -> Bool {
    // The bytes are borrowed for the call.
    unsafe withUTF8(of: left, right) { left, right in
        // Both have `count` bytes; an address is borrowed for the call.
        guard left.count == right.count, let a = left.baseAddress, let b = right.baseAddress else {
            return left.count == right.count
        }
        return unsafe haveSameBytes(BorrowedPointer(a), BorrowedPointer(b), count: left.count)
    }
}

/// Whether the UTF-8 bytes of a text come before those of another one: the first byte that differs decides, and of two
/// texts of which one begins the other, the shorter comes first.
@usableFromInline
package func utf8Precedes(_ left: String, _ right: String) -> Bool {
    // The bytes are borrowed for the call.
    unsafe withUTF8(of: left, right) { left, right in
        let count = min(left.count, right.count)
        // Every load ends before `count`, and nothing is loaded from no bytes.
        let (a, b) = unsafe (UnsafeRawPointer(left.baseAddress), UnsafeRawPointer(right.baseAddress))
        var offset = 0
        while offset &+ 8 <= count {
            let x = unsafe a.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let y = unsafe b.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            // The first byte is the most significant one of a big-endian number.
            if x != y { return x.bigEndian < y.bigEndian }
            offset &+= 8
        }
        while offset < count {
            // As above.
            let (x, y) = unsafe (left[offset], right[offset])
            if x != y { return x < y }
            offset &+= 1
        }
        return left.count < right.count
    }
}

/// Calls `body` with the UTF-8 bytes of two texts, without a copy if they are stored in a row.
@inline(__always)
private func withUTF8(
    of left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
) -> Bool {
    // The bytes are borrowed for the calls.
    let result = unsafe left.utf8.withContiguousStorageIfAvailable { left in
        unsafe right.utf8.withContiguousStorageIfAvailable { right in unsafe body(left, right) }
    }
    if let result, let result { return result }
    var (left, right) = (left, right)
    // The bytes are borrowed for the calls.
    return left.withUTF8 { left in right.withUTF8 { right in unsafe body(left, right) } }
}
