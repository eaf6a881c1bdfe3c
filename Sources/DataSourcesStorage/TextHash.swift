/// Hashes text whose characters are all ASCII, eight bytes at a time; other text by its own `hashValue`.
///
/// Texts are equal if they are canonically equivalent. For ASCII that means equal bytes, but three other characters are
/// equivalent to ASCII ones: see ``equivalentASCII(to:)``. It folds multiplications as in wyhash (Wang Yi, 2019), with a
/// seed of the process.
///
/// It releases nothing that its caller can see, and tells the compiler so: callers then do not retain each text, which
/// waits for the memory of each.
@_effects(releasenone)
@usableFromInline
package func textHash(_ text: String, _ seed: (UInt64, UInt64)) -> UInt64 {
    // The bytes are borrowed for the call.
    let value = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe hashOfASCII($0, seed) }
    if let value, let value { return value }
    guard let bytes = equivalentASCII(to: text) else { return UInt64(truncatingIfNeeded: text.hashValue) }
    // The bytes are borrowed for the call.
    return unsafe bytes.withUnsafeBufferPointer { unsafe hashOfASCII($0, seed) } ?? 0
}

/// Hashes the UTF-8 bytes of a text, as ``textHash(_:_:)`` does those of ASCII: for texts that are equal if their bytes
/// are.
@_effects(releasenone)
@usableFromInline
package func byteHash(_ text: String, _ seed: (UInt64, UInt64)) -> UInt64 {
    // The bytes are borrowed for the call.
    let value = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe hash($0, seed).value }
    if let value { return value }
    // The bytes are borrowed for the call.
    return unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe hash($0, seed).value }
}

/// The ASCII text that is canonically equivalent to a text; `nil` if there is none.
///
/// The question mark of Greek, its varia and the sign of Kelvin are the only characters outside of ASCII whose canonical
/// decomposition is one of ASCII (Unicode Standard Annex 15, singletons).
private func equivalentASCII(to text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0..<0x80: bytes.append(UInt8(scalar.value))
        case 0x37E: bytes.append(UInt8(ascii: ";"))
        case 0x1FEF: bytes.append(UInt8(ascii: "`"))
        case 0x212A: bytes.append(UInt8(ascii: "K"))
        default: return nil
        }
    }
    return bytes
}

/// The hash of bytes; `nil` if they are not all ASCII.
package func hashOfASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ seed: (UInt64, UInt64)) -> UInt64? {
    // The caller lends the bytes.
    let (value, isASCII) = unsafe hash(bytes, seed)
    return isASCII ? value : nil
}

/// The hash of bytes, and whether they are all ASCII.
@inline(__always)
private func hash(
    _ bytes: UnsafeBufferPointer<UInt8>, _ seed: (UInt64, UInt64)
) -> (value: UInt64, isASCII: Bool) {
    let count = bytes.count
    // Every load below ends at `count` or before, and nothing is loaded from no bytes.
    let start = unsafe UnsafeRawPointer(bytes.baseAddress)
    func word(_ offset: Int) -> UInt64 {
        unsafe start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    func half(_ offset: Int) -> UInt64 {
        unsafe UInt64(start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    func byte(_ offset: Int) -> UInt64 { unsafe UInt64(bytes[offset]) }

    var (all, value): (UInt64, UInt64) = (0, seed.0)
    func add(_ low: UInt64, _ high: UInt64) {
        all |= low | high
        value = mixed(low ^ seed.1, high ^ value)
    }
    var offset = 0
    while offset &+ 16 < count {
        add(word(offset), word(offset &+ 8))
        offset &+= 16
    }
    // The last sixteen bytes or fewer; bytes may be read twice.
    switch count {
    case 17...: add(word(count &- 16), word(count &- 8))
    case 8...: add(word(0), word(count &- 8))
    case 4...: add(half(0), half(count &- 4))
    case 1...: add(byte(0) | byte(count / 2) << 8, byte(count &- 1))
    default: break
    }
    return (
        mixed(value ^ UInt64(truncatingIfNeeded: count), 0x9E37_79B9_7F4A_7C15), all & 0x8080_8080_8080_8080 == 0
    )
}

/// Multiplies to 128 bits and folds the halves by exclusive or.
private func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
}
