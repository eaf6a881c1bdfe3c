import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 3 and 4 for texts as ids, whether two lists share the memory of their texts or not: the difference looks ahead by
/// bits where it believes so, and first pairs texts by their bits.
struct SharedTextLaws {
    #if DATASOURCES_INTERNAL_CHECKS
    static let seeds = TestKit.seeds(8)
    #else
    static let seeds = TestKit.seeds(16)
    #endif

    /// What the texts are, and which of them the new list has in memory of its own.
    enum Sharing: CaseIterable {
        case all, none, half, oneInTwenty, secondHalfApart, short, canonicalEquivalents
    }

    @Test(arguments: Sharing.allCases, seeds) func `ids that are texts`(sharing: Sharing, seed: UInt64) throws {
        var random = Random(seed: seed)
        // Below 1,024 there is no sample; above, the sides often have different lengths.
        let count = [1_100, 2_000, 4_100, 900][Int(seed % 4)]
        let before = (0..<count).map { Thing(id: Self.text($0, sharing)) }
        var after = before.enumerated().map { number, thing in
            let isApart = sharing == .secondHalfApart && number >= count / 2
            let id = Self.text(thing.id, isApart ? .none : sharing, &random)
            return Thing(id: id, value: random.below(40) == 0 ? 1 : 0)
        }
        switch (seed + seed / 4) % 4 {
        case 0: after.shuffle(using: &random)
        case 1: after.reverse()
        case 2: break
        default: after = Array(after.suffix(count / 2) + after.prefix(count - count / 2))
        }
        after.removeLast(random.below(count / 3))
        for number in 0..<random.below(count / 2) {
            let new = Thing(id: Self.text(count + number, sharing))
            after.insert(new, at: random.below(after.count + 1))
        }
        var draft = try ListDraft(before)
        try draft.replaceAll(with: after)
        #expect(Array(draft.snapshot) == after)
        let (old, new) = (try ListSnapshot(before), try ListSnapshot(after))
        for (before, after, changes) in [
            (before, after, new.changes(from: old)), (after, before, old.changes(from: new)),
        ] {
            if let fault = Oracle.fault(in: changes, from: before, to: after) {
                Issue.record("\(sharing), seed \(seed), \(before.count) to \(after.count): \(fault.prefix(500))")
            }
        }
    }

    /// The text of a number: in the string itself if it is short, else in memory of its own.
    private static func text(_ number: Int, _ sharing: Sharing) -> String {
        switch sharing {
        case .short: "\(number)"
        case .canonicalEquivalents: "caf\u{E9} of the item with the number \(number)"
        default: "the id of the item with the number \(number)"
        }
    }

    /// The text that the new list has in place of an equal one.
    private static func text(_ text: String, _ sharing: Sharing, _ random: inout Random) -> String {
        let isShared =
            switch sharing {
            case .all, .secondHalfApart, .short: true
            case .none: false
            case .half, .canonicalEquivalents: random.below(2) == 0
            case .oneInTwenty: random.below(20) == 0
            }
        if isShared { return text }
        if sharing == .canonicalEquivalents { return "cafe\u{301}" + text.dropFirst(4) }
        return String(decoding: Array(text.utf8), as: UTF8.self)
    }
}
