import DataSources

/// Edits, right ones and wrong ones, and transactions that are kept or taken back, against plain arrays.
///
/// Laws 7, 10 and 15: an edit is made or refused exactly as the model says, with the ids the model names; what is
/// refused or taken back has changed nothing; snapshots taken before stay as they were. The first byte chooses the types.
package enum DraftTarget: FuzzTarget, OddRun {
    package static let name = "FuzzDraft"

    package static func run(_ bytes: [UInt8]) throws(Fault) {
        var reader = ByteReader(bytes)
        let first = reader.byte()
        if first >= OddTypes.firstByte { return try OddTypes.run(self, first, &reader) }
        switch first % 6 {
        case 0: try run(ListSession<Row<Int>>.self, &reader)
        case 1: try run(ListSession<Row<Colliding>>.self, &reader)
        case 2, 3: try run(SectionedSession<Heading<Int>, Row<Int>>.self, &reader)
        default: try run(SectionedSession<Heading<Colliding>, Row<String>>.self, &reader)
        }
    }

    static func run<Item: OddItem>(_ type: Item.Type, _ bytes: inout ByteReader) throws(Fault) {
        if bytes.oneIn(2) {
            try OddSessions.run(OddListSession<Item>.self, &bytes, comparing: false)
        } else {
            try OddSessions.run(OddSectionedSession<Item>.self, &bytes, comparing: false)
        }
    }

    private static func run<S: Session & ~Copyable>(_ type: S.Type, _ bytes: inout ByteReader) throws(Fault) {
        var session = S()
        var kept: [(state: S.State, content: S.State.Content)] = []
        for _ in 0..<100 where !bytes.isAtEnd {
            try session.edit(&bytes)
            if !session.isModelled(session.snapshot) { throw Fault("the draft is \(session.snapshot)") }
            if kept.count < 3, bytes.oneIn(4) { kept.append((session.snapshot, session.snapshot.content)) }
        }
        try session.checkReading()
        for (state, content) in kept where state.content != content { throw Fault("a snapshot changed: \(state)") }
    }

    package static var seeds: [String: [UInt8]] {
        let seeds = (0..<40 as Range<UInt64>).map { seed in
            ("random-\(seed)", [UInt8(seed % 6)] + SeedValues.random(10 + 4 * Int(seed), seed: seed))
        }
        return Dictionary(uniqueKeysWithValues: seeds + OddTypes.seeds(300))
    }
}
