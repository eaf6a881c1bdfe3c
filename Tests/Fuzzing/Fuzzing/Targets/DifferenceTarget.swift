import DataSources
import Foundation

/// Differences of states that share structure and of states that do not, and the forms of the updates they make.
///
/// Laws 1, 3, 4 and 11 by brute force, then `inverted`, `followed(by:)`, `steps` and `stages`. The first byte chooses
/// the types.
package enum DifferenceTarget: FuzzTarget, OddRun {
    package static let name = "FuzzDifference"

    package static func run(_ bytes: [UInt8]) throws(Fault) {
        var reader = ByteReader(bytes)
        let first = reader.byte()
        if first >= OddTypes.firstByte { return try OddTypes.run(self, first, &reader) }
        switch first % 6 {
        case 0: try run(ListSession<Row<Int>>.self, &reader)
        case 1: try run(ListSession<Row<UUID>>.self, &reader)
        case 2: try run(ListSession<Row<Colliding>>.self, &reader)
        case 3, 4: try run(SectionedSession<Heading<Int>, Row<Int>>.self, &reader)
        default: try run(SectionedSession<Heading<Colliding>, Row<String>>.self, &reader)
        }
    }

    static func run<Item: OddItem>(_ type: Item.Type, _ bytes: inout ByteReader) throws(Fault) {
        if bytes.oneIn(2) {
            try OddSessions.run(OddListSession<Item>.self, &bytes, comparing: true)
        } else {
            try OddSessions.run(OddSectionedSession<Item>.self, &bytes, comparing: true)
        }
    }

    private static func run<S: Session & ~Copyable>(_ type: S.Type, _ bytes: inout ByteReader) throws(Fault) {
        var session = S()
        var states = [session.snapshot]
        for _ in 0..<16 where !bytes.isAtEnd {
            for _ in 0...bytes.below(4) { try session.edit(&bytes) }
            let state = bytes.oneIn(3) ? try session.remade() : session.snapshot
            let (first, second) = (states[bytes.below(states.count)], states[states.count - 1])
            try check(first, second, state)
            states.append(state)
            if states.count > 4 { states.remove(at: bytes.below(3)) }
        }
    }

    /// The ways from a state to the next and from there to a third one, and the way that leaves out the second.
    private static func check<State: CheckedSnapshot>(
        _ first: State,
        _ second: State,
        _ third: State
    ) throws(Fault) {
        let net = try update(from: first, to: third)
        if let back = first.changes(from: third, isCancelled: { false }) {
            try State.check(back, from: third, to: first)
        }
        guard let one = Update(from: first, to: second), let two = try update(from: second, to: third) else { return }
        let both: Update<State>?
        do {
            both = try one.followed(by: two)
        } catch {
            throw Fault("law 2: \(error) for \(one) and \(two)")
        }
        if both != net { throw Fault("law 4: \(one) and \(two) are \(String(describing: both))") }
        if (try? two.followed(by: two)) != nil, second != third { throw Fault("\(two) follows itself") }
    }

    private static func update<State: CheckedSnapshot>(
        from before: State,
        to after: State
    ) throws(Fault) -> Update<State>? {
        guard let update = Update(from: before, to: after) else {
            if before.content != after.content { throw Fault("law 1: no update from \(before) to \(after)") }
            return nil
        }
        try UpdateOracle.check(update)
        return update
    }

    package static var seeds: [String: [UInt8]] {
        let seeds = (0..<40 as Range<UInt64>).map { seed in
            ("random-\(seed)", [UInt8(seed % 6)] + SeedValues.random(10 + 4 * Int(seed), seed: 100 + seed))
        }
        return Dictionary(uniqueKeysWithValues: seeds + OddTypes.seeds(400))
    }
}
