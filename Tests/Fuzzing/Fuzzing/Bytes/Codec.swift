import Foundation

/// Some input that a value can be read from.
protocol Codec {
    func read<T: Decodable>(_ type: T.Type) throws -> T

    /// What a value is written as.
    static func written(_ value: some Encodable) throws -> Self
}

struct JSONCodec: Codec {
    let data: Data

    func read<T: Decodable>(_ type: T.Type) throws -> T {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: data)
    }

    static func written(_ value: some Encodable) throws -> JSONCodec {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return JSONCodec(data: try encoder.encode(value))
    }
}

struct BytesCodec: Codec {
    let bytes: [UInt8]

    func read<T: Decodable>(_ type: T.Type) throws -> T {
        try T(from: BytesDecoder(source: BytesDecoder.Source(ByteReader(bytes))))
    }

    static func written(_ value: some Encodable) throws -> BytesCodec {
        let encoder = BytesEncoder()
        try value.encode(to: encoder)
        return BytesCodec(bytes: encoder.sink.writer.bytes)
    }
}
