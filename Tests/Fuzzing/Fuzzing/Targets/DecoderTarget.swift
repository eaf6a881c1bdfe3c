import DataSources
import DataSourcesTesting

/// Every decoder, with no syntax in the way.
///
/// | First byte | Then |
/// |---|---|
/// | a letter | the value, as ``BytesDecoder`` draws it |
/// | a digit | an update made of two random states, written, changed in a few places, and read again |
package enum DecoderTarget: FuzzTarget {
    package static let name = "FuzzDecoder"

    package static func run(_ bytes: [UInt8]) throws(Fault) {
        var reader = ByteReader(bytes)
        let first = reader.byte()
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "4"):
            let states = try [listState(&reader), listState(&reader)]
            guard let update = Update(from: states[0], to: states[1]) else { return }
            try spoil(update, UInt8(ascii: "c"), &reader)
        case UInt8(ascii: "5")...UInt8(ascii: "9"):
            let states = try [sectionedState(&reader), sectionedState(&reader)]
            guard let update = Update(from: states[0], to: states[1]) else { return }
            try spoil(update, UInt8(ascii: "d"), &reader)
        default:
            try DecodedTypes.run(first, BytesCodec(bytes: reader.rest))
        }
    }

    /// Changes a few bytes of what an update is written as, most of them near the end, where the changes are.
    private static func spoil<S: CheckedSnapshot>(
        _ update: Update<S>,
        _ letter: UInt8,
        _ reader: inout ByteReader
    ) throws(Fault) {
        guard var bytes = try? BytesCodec.written(update).bytes,
            let changes = try? BytesCodec.written(update.changes).bytes.count
        else { throw Fault("\(update) cannot be written") }
        try DecodedTypes.run(letter, BytesCodec(bytes: bytes))
        while !reader.isAtEnd {
            let start = reader.oneIn(4) ? 0 : bytes.count - min(changes, bytes.count)
            let place = start + reader.below(bytes.count - start)
            guard bytes.indices.contains(place) else { break }
            switch reader.below(3) {
            case 0: bytes[place] = reader.byte()
            case 1: bytes.remove(at: place)
            default: bytes.insert(reader.byte(), at: place)
            }
        }
        try DecodedTypes.run(letter, BytesCodec(bytes: bytes))
    }

    private static func listState(_ reader: inout ByteReader) throws(Fault) -> DecodedTypes.List {
        var items: [DecodedTypes.Item] = []
        for _ in 0..<reader.below(8) {
            let item = DecodedTypes.Item(reader.below(10), reader.below(2))
            if !items.contains(where: { $0.id == item.id }) { items.append(item) }
        }
        do {
            return try ListSnapshot(items)
        } catch {
            throw Fault("\(items): \(error)")
        }
    }

    private static func sectionedState(_ reader: inout ByteReader) throws(Fault) -> DecodedTypes.Sections {
        var sections: [PlainSection<DecodedTypes.Header, DecodedTypes.Item>] = []
        var taken: Set<Int> = []
        for _ in 0..<reader.below(5) {
            let header = DecodedTypes.Header(reader.below(5), reader.below(2))
            var items: [DecodedTypes.Item] = []
            for _ in 0..<reader.below(5) {
                let item = DecodedTypes.Item(reader.below(10), reader.below(2))
                if taken.insert(item.id).inserted { items.append(item) }
            }
            if !sections.contains(where: { $0.header.id == header.id }) {
                sections.append(PlainSection(header, items))
            } else {
                taken.subtract(items.map(\.id))
            }
        }
        do {
            return try SectionedSnapshot(sections.map(\.section))
        } catch {
            throw Fault("\(sections): \(error)")
        }
    }

    package static var seeds: [String: [UInt8]] {
        var seeds = SeedValues.written(BytesCodec.self).mapValues { [$0.letter] + $0.codec.bytes }
        for number in 0..<10 as Range<UInt8> {
            seeds["random-\(number)"] =
                [UInt8(ascii: "0") + number] + SeedValues.random(60 + Int(number), seed: UInt64(number))
        }
        return seeds
    }
}
