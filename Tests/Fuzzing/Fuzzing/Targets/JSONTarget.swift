import Foundation

/// Every decoder, through Foundation's JSON: a letter for the type, then the text.
package enum JSONTarget: FuzzTarget {
    package static let name = "FuzzJSON"

    package static func run(_ bytes: [UInt8]) throws(Fault) {
        guard let letter = bytes.first else { return }
        try DecodedTypes.run(letter, JSONCodec(data: Data(bytes.dropFirst())))
    }

    package static var seeds: [String: [UInt8]] {
        SeedValues.written(JSONCodec.self).mapValues { [$0.letter] + Array($0.codec.data) }
    }
}
