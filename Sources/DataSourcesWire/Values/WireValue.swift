import DataSources

/// An item's content between its type and a format: what an `Encodable` type encodes, as a tree.
///
/// Frames carry these values, so every format is independent of the types of items.
public enum WireValue: Hashable, Sendable {
    /// No value.
    case null
    /// A truth value.
    case bool(Bool)
    /// An integer that fits into 64 bits with a sign.
    case int(Int64)
    /// An integer that only fits into 64 bits without a sign.
    case uint(UInt64)
    /// A number that is not an integer; two NaN with the same bits are equal.
    case double(Double)
    /// A text; two with the same UTF-8 are equal, canonically equivalent ones are not.
    case string(String)
    /// Values in order.
    case array([WireValue])
    /// Values by name, in the order in which they were encoded.
    case object(WireObject)

    /// Whether both are the same value: doubles are compared by their bits, texts by their UTF-8.
    ///
    /// An integer and a double are never equal.
    public static func == (left: WireValue, right: WireValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.uint(let left), .uint(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .uint(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.bitPattern)
        case .string(let value): hasher.combine(TextID(value))
        case .array(let values): hasher.combine(values)
        case .object(let object): hasher.combine(object)
        }
    }

    /// The value of an integer: `int` if it fits, otherwise `uint`.
    public init(_ value: some FixedWidthInteger) {
        if let small = Int64(exactly: value) {
            self = .int(small)
        } else {
            self = UInt64(exactly: value).map { .uint($0) } ?? .double(Double(value))
        }
    }

    /// The length of the value as JSON text, without escapes: an estimate of what it takes on the wire.
    ///
    /// - Complexity: O(*size*).
    var estimatedSize: Int {
        switch self {
        case .null: 4
        case .bool: 5
        case .int(let value): Self.digits(value.magnitude) + (value < 0 ? 1 : 0)
        case .uint(let value): Self.digits(value)
        case .double: 12
        case .string(let value): value.utf8.count + 2
        case .array(let values): values.reduce(2) { $0 + $1.estimatedSize + 1 }
        case .object(let object): object.fields.reduce(2) { $0 + $1.name.utf8.count + $1.value.estimatedSize + 4 }
        }
    }

    private static func digits(_ value: UInt64) -> Int {
        var (rest, count) = (value, 1)
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        return count
    }
}
