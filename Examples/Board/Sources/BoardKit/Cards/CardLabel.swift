/// A label that cards can have.
///
/// The order is that of the bits in the file: a new label is the last one.
public enum CardLabel: String, Hashable, Sendable, Codable, CaseIterable {
    case green, yellow, orange, red, purple, blue

    /// What stands for the label in the column `labels`, so that no card has a label twice.
    var bit: Int64 { 1 << Int64(Self.allCases.firstIndex(of: self) ?? 0) }

    /// The bits of all labels.
    static let bits = allCases.reduce(0) { $0 | $1.bit }

    /// The labels that bits stand for, in their order.
    static func labels(_ bits: Int64) -> [CardLabel] { allCases.filter { bits & $0.bit != 0 } }

    /// Reads the name of a label.
    ///
    /// - Throws: ``Refusal`` if there is no such label; an error of the decoder.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let label = Self(rawValue: name) else {
            throw Refusal(.noSuchLabel, "there is no label \(name.prefix(utf8: 64)); they are \(Self.names)")
        }
        self = label
    }

    /// All names, for people.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
