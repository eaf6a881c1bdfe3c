import Foundation

/// A recorded editing session of a real document: patches of characters, one after the other.
struct EditingTrace {
    /// Characters removed at a position, and others put there.
    struct Patch {
        let position: Int
        let deleted: Int
        let inserted: [Unicode.Scalar]
    }

    let startContent: String
    let endContent: String
    let patches: [Patch]
}

extension EditingTrace: Decodable {
    private struct Transaction: Decodable {
        let patches: [Patch]
    }

    private enum CodingKeys: String, CodingKey {
        case startContent, endContent, txns
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        startContent = try container.decode(String.self, forKey: .startContent)
        endContent = try container.decode(String.self, forKey: .endContent)
        patches = try container.decode([Transaction].self, forKey: .txns).flatMap(\.patches)
    }
}

extension EditingTrace.Patch: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        position = try container.decode(Int.self)
        deleted = try container.decode(Int.self)
        inserted = Array(try container.decode(String.self).unicodeScalars)
    }
}
