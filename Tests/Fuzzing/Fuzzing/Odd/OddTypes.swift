/// What runs over every type that misbehaves.
protocol OddRun {
    /// Runs the rest of the input with items of a type.
    static func run<Item: OddItem>(_ type: Item.Type, _ bytes: inout ByteReader) throws(Fault)
}

/// The types that misbehave; a byte of the input chooses one.
enum OddTypes {
    /// The first byte of an input from which on it is about types that misbehave.
    static let firstByte: UInt8 = 0x80

    /// The types; NaN is the most frequent, since it is not a mistake of anybody.
    ///
    /// They are looked up at run time, so that the compiler does not make a copy of everything for each of them.
    static let all: [any OddItem.Type] = [
        Odd<Double>.self, Odd<Double>.self, Odd<Double>.self, Odd<ConstantHashID>.self, Odd<EqualID>.self,
        Odd<UnequalID>.self, Odd<LyingHashID>.self, Odd<FlippingID>.self, Odd<RandomID>.self, Odd<ObjectID>.self,
        OddContent.self, OddObject.self,
    ]

    static func run(_ run: any OddRun.Type, _ byte: UInt8, _ bytes: inout ByteReader) throws(Fault) {
        try all[Int(byte & 0x7F) % all.count].start(run, &bytes)
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

extension OddItem {
    fileprivate static func start(_ run: any OddRun.Type, _ bytes: inout ByteReader) throws(Fault) {
        try run.run(Self.self, &bytes)
    }
}
