import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 10 and 15 for ids that are the text keys of a store.
///
/// A ``TextID`` is equal, hashed and ordered by bytes, and snapshots, drafts, sources and differences of such items tell
/// them apart. The oracle is an array of the bytes. It is law 18 of stores: equality there is equality of bytes.
struct TextIDLaws {
    #if DATASOURCES_INTERNAL_CHECKS
    static let seeds = TestKit.seeds(6)
    #else
    static let seeds = TestKit.seeds(18)
    #endif

    /// Texts of up to three of these parts: equivalent ones, prefixes, and the ends of each length of UTF-8; short ones,
    /// and ones in memory of their own.
    private static let texts: [String] = {
        let parts = [
            "a", "e", "\u{301}", "\u{E9}", "K", "\u{212A}", ";", "\u{37E}", "\0", "\u{7F}", "\u{80}", "\u{7FF}",
            "\u{FFFF}", "\u{1F642}", "\u{AC00}", "\u{1100}\u{1161}",
        ]
        var texts = [""]
        for first in parts {
            texts.append(first)
            for second in parts { texts += [first + second, first + second + "\u{301}"] }
        }
        return texts + texts.map { "a text that is longer than sixteen bytes: \($0)" }
            + texts.map { "16 bytes or more" + $0 }
    }()

    @Test func `law 10: ids are equal exactly if their bytes are, and equal ids have one hash`() {
        let hash = IdentityHash<TextID>()
        let all = Self.texts.map { (id: TextID($0), bytes: Array($0.utf8)) }
        var faults: [String] = []
        for left in all {
            // In memory of its own.
            let copy = TextID(String(decoding: left.bytes, as: UTF8.self))
            if copy != left.id || copy.hashValue != left.id.hashValue || hash.value(of: copy) != hash.value(of: left.id)
                || copy < left.id
            {
                faults.append("a copy of \(left.bytes)")
            }
            for right in all {
                if (left.id == right.id) != (left.bytes == right.bytes)
                    || (left.id < right.id) != left.bytes.lexicographicallyPrecedes(right.bytes)
                {
                    faults.append("\(left.bytes) and \(right.bytes)")
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.prefix(5))")
        let different = Set(all.map(\.bytes)).count
        #expect(Set(all.map(\.id)).count == different)
        #expect(Set(all.map { hash.value(of: $0.id) }).count == different)
        #expect(Set(all.map(\.id.hashValue)).count > different * 99 / 100)
    }

    @Test func `law 10: a source holds rows whose ids are one string, each found by its own bytes`() async throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        let rows = [Thing(id: TextID(composed), value: 1), Thing(id: TextID(decomposed), value: 2)]
        let source = try ListSource(rows)
        #expect(source.snapshot[id: TextID(composed)]?.value == 1)
        #expect(source.snapshot[id: TextID(decomposed)]?.value == 2)
        try await source.update(id: TextID(decomposed)) { $0.value = 3 }
        try await source.remove(id: TextID(composed))
        #expect(Array(source.snapshot) == [Thing(id: TextID(decomposed), value: 3)])
        await #expect(throws: EditError.self) {
            try await source.append(Thing(id: TextID(String(decoding: Array(decomposed.utf8), as: UTF8.self))))
        }
        try await source.replaceAll(with: rows)
        let grouped = source.grouped { TextID($0.id.text) }
        #expect(await grouped.snapshot.count == 2)
        let sections = try SectionedSource(rows.map { ItemSection($0, items: [$0]) })
        #expect(sections.snapshot.count == 2)
    }

    @Test func `law 10: a source follows a store whose keys are equivalent`() async throws {
        let source = ListSource<Thing<TextID>>()
        let keys = ["K", "\u{212A}", "\u{37E}", ";", "e\u{301}", "\u{E9}", "a\0b", "a"]
        let states = [keys, keys.reversed(), Array(keys.dropFirst(3))].map { $0.map { Thing(id: TextID($0)) } }
        try await source.follow(
            AsyncStream { continuation in
                for state in states { continuation.yield(state) }
                continuation.finish()
            })
        #expect(Array(source.snapshot) == states[2])
    }

    /// Laws 1, 3, 4 and 11: half of the ids are equivalent to the other half, in memory that both lists share or not.
    @Test(arguments: seeds) func `differences tell equivalent ids apart`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let count = [40, 300, 1_100, 2_500][Int(seed % 4)]
        let isLong = seed % 3 == 0
        func id(_ number: Int) -> TextID {
            let accent = number.isMultiple(of: 2) ? "\u{E9}" : "e\u{301}"
            return TextID(accent + (isLong ? " of the item with the number " : "") + "\(number / 2)")
        }
        let before = (0..<count).map { Thing(id: id($0)) }
        var after = before.map { thing in
            let isApart = seed % 5 < 2 || random.below(10) == 0
            let text = isApart ? String(decoding: Array(thing.id.text.utf8), as: UTF8.self) : thing.id.text
            return Thing(id: TextID(text), value: random.below(30) == 0 ? 1 : 0)
        }
        switch seed / 4 % 4 {
        case 0: after.shuffle(using: &random)
        case 1: after.reverse()
        case 2: break
        default: after = Array(after.suffix(count / 2) + after.prefix(count - count / 2))
        }
        after.removeLast(random.below(count / 3))
        for number in 0..<random.below(count / 4) {
            after.insert(Thing(id: id(count + number)), at: random.below(after.count + 1))
        }
        var draft = try ListDraft(before)
        try draft.replaceAll(with: after)
        #expect(Array(draft.snapshot) == after)
        #expect(after.allSatisfy { draft.snapshot[id: $0.id] == $0 })
        let (old, new) = (try ListSnapshot(before), try ListSnapshot(after))
        for (before, after, changes) in [
            (before, after, new.changes(from: old)), (after, before, old.changes(from: new)),
            (before, after, draft.snapshot.changes(from: old)),
        ] {
            if let fault = Oracle.fault(in: changes, from: before, to: after) {
                Issue.record("seed \(seed), \(before.count) to \(after.count): \(fault.prefix(500))")
            }
        }
    }
}
