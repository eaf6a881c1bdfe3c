import Foundation

/// Every decoder, through Foundation's JSON: a letter for the type, then the text.
public enum JSONTarget: FuzzTarget {
    public static let name = "FuzzJSON"

    public static func run(_ bytes: [UInt8]) throws(Fault) {
        guard let letter = bytes.first else { return }
        try DecodedTypes.run(letter, JSONCodec(data: Data(bytes.dropFirst())))
    }

    public static var seeds: [String: [UInt8]] {
        SeedValues.written(JSONCodec.self).mapValues { [$0.letter] + Array($0.codec.data) }
    }
}
