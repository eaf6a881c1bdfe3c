/// A digest of a state by its values on the wire, in order: 64 bits of FNV-1a.
///
/// It finds faults, not attacks: other states with the same digest are easy to make. `WireFormat` in the documentation says
/// what is hashed.
struct StateDigest: Hashable, Sendable {
    /// The digest of what has been added.
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The digest of nothing.
    init() {}

    /// The digest of a state; `nil` if the task is cancelled meanwhile.
    ///
    /// - Throws: ``WireError`` if an item cannot be encoded.
    /// - Complexity: O(*n*): that of encoding all items.
    init?(of snapshot: some WireSnapshot) throws(WireError) {
        var cursor = WireCursor()
        while true {
            let groups = try snapshot.wireGroups(from: &cursor, limit: 1_000)
            if groups.isEmpty { return }
            for group in groups {
                if let header = group.header {
                    add(byte: 9)
                    add(header)
                }
                for item in group.items { add(item) }
            }
            if Task.isCancelled { return nil }
        }
    }

    /// Adds a value.
    mutating func add(_ value: WireValue) {
        switch value {
        case .null: add(byte: 0)
        case .bool(let value): add(byte: value ? 2 : 1)
        case .int(let value):
            add(byte: 3)
            add(UInt64(bitPattern: value))
        case .uint(let value):
            add(byte: 4)
            add(value)
        case .double(let value):
            add(byte: 5)
            // JSON does not carry the payload.
            add(value.isNaN ? 0x7ff8_0000_0000_0000 : value.bitPattern)
        case .string(let text):
            add(byte: 6)
            add(text)
        case .array(let values):
            add(byte: 7)
            add(UInt64(values.count))
            for value in values { add(value) }
        case .object(let object):
            add(byte: 8)
            add(UInt64(object.fields.count))
            // A sum: the order of fields does not matter.
            var sum: UInt64 = 0
            for field in object.fields {
                var digest = StateDigest()
                digest.add(field.name)
                digest.add(field.value)
                sum &+= digest.value
            }
            add(sum)
        }
    }

    private mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        for byte in text.utf8 { add(byte: byte) }
    }

    private mutating func add(_ number: UInt64) {
        for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: number >> (8 * UInt64(shift)))) }
    }

    private mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    // MARK: In JSON

    /// A digest as 16 digits: numbers of 64 bits do not fit into JavaScript's.
    static func text(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads what ``text(_:)`` writes.
    static func read(_ value: WireValue) throws(WireError) -> UInt64 {
        let text = try value.text("digest")
        guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt64(text, radix: 16)
        else { throw .malformed("digest is not 16 hexadecimal digits") }
        return value
    }
}
