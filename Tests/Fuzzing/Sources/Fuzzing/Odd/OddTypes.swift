/// What runs over every type that misbehaves.
protocol OddRun {
    /// Runs the rest of the input with items of a type.
    static func run<Item: OddItem>(_ type: Item.Type, _ bytes: inout ByteReader) throws(Fault)
}

/// The types that misbehave; a byte of the input chooses one.
enum OddTypes {
    /// The first byte of an input from which on it is about types that misbehave.
    static let firstByte: UInt8 = 0x80

    static func run(_ run: any OddRun.Type, _ byte: UInt8, _ bytes: inout ByteReader) throws(Fault) {
        switch (byte & 0x7F) % 12 {
        case 0, 1, 2: try run.run(Odd<Double>.self, &bytes)
        case 3: try run.run(Odd<ConstantHashID>.self, &bytes)
        case 4: try run.run(Odd<EqualID>.self, &bytes)
        case 5: try run.run(Odd<UnequalID>.self, &bytes)
        case 6: try run.run(Odd<LyingHashID>.self, &bytes)
        case 7: try run.run(Odd<FlippingID>.self, &bytes)
        case 8: try run.run(Odd<RandomID>.self, &bytes)
        case 9: try run.run(Odd<ObjectID>.self, &bytes)
        case 10: try run.run(OddContent.self, &bytes)
        default: try run.run(OddObject.self, &bytes)
        }
    }

    /// Random inputs for each type.
    static func seeds(_ seed: UInt64) -> [(String, [UInt8])] {
        (0..<48 as Range<UInt64>).map { number in
            (
                "odd-\(number)",
                [firstByte + UInt8(number)] + SeedValues.random(20 + 6 * Int(number), seed: seed + number)
            )
        }
    }
}
