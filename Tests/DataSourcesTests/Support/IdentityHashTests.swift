import Foundation
import TestKit
import Testing

@testable import DataSources

/// Hash flooding: ids that somebody has chosen must not fall into few slots of the table by which leftovers are paired.
struct IdentityHashTests {
    /// Ways to choose integers that a weak hash would not tell apart.
    static let families: [(name: String, word: @Sendable (UInt64) -> UInt64)] = [
        ("in a row", { $0 }),
        ("equal low 16 bits", { $0 << 16 }),
        ("equal low 32 bits", { $0 << 32 }),
        ("equal low 48 bits", { $0 << 48 }),
        ("reversed bits", { bits in (0..<64).reduce(0) { $0 | (bits >> UInt64($1) & 1) << UInt64(63 - $1) } }),
        ("multiples of 2^32 + 1", { $0 &* 0x1_0000_0001 }),
        ("multiples of the golden ratio", { $0 &* 0x9E37_79B9_7F4A_7C15 }),
        ("multiples of its inverse", { $0 &* 0xF1DE_83E1_9937_733D }),
        ("complements", { ~$0 }),
        ("both halves alike", { $0 << 32 | $0 }),
    ]

    private struct Row<ID: Hashable>: Identifiable {
        let id: ID
    }

    private static func hashesAlike<ID: Hashable>(_ ids: [ID]) -> Bool {
        let hash = IdentityHash<ID>()
        return ids.map { Row(id: $0) }.withBorrowedElements { rows in
            withScratchPiece(of: UInt64.self, count: ids.count) { values in
                withScratchPiece(of: UInt32.self, count: ids.count) { shortValues in
                    rows.withIDs { hash.values(of: $0, into: values) }
                    rows.withIDs { hash.shortValues(of: $0, into: shortValues) }
                    return ids.indices.allSatisfy {
                        (ids[$0] != ids[$0] || values[$0] == hash.value(of: ids[$0]))
                            && shortValues[$0] == hash.shortValue(of: ids[$0])
                    }
                }
            }
        }
    }

    @Test func `ids in a row are hashed as one by one`() {
        #expect(Self.hashesAlike(Array(-20..<20)))
        #expect(Self.hashesAlike((0..<40).map(OtherIDs.uuid)))
        #expect(Self.hashesAlike((0..<40).map(OtherIDs.string) + ["", "é", "e\u{301}", "\u{212A}"]))
        #expect(
            Self.hashesAlike(((0..<40).map(OtherIDs.string) + ["", "é", "e\u{301}", "\u{212A}"]).map { TextID($0) }))
        #expect(Self.hashesAlike((0..<40).map { CollidingID(number: $0) }))
        #expect(Self.hashesAlike([1.5, .nan, -0.0, 0.0, .infinity]))
    }

    @Test(arguments: families.indices)
    func `integers chosen to collide do not`(family: Int) {
        let hash = IdentityHash<Int>()
        let word = Self.families[family].word
        let values = (0..<20_000).map { hash.value(of: Int(truncatingIfNeeded: word($0))) }
        Self.expectSpread(values, Self.families[family].name)
    }

    @Test(arguments: families.indices)
    func `UUIDs chosen to collide do not`(family: Int) {
        let hash = IdentityHash<UUID>()
        let word = Self.families[family].word
        let combinations: [(name: String, uuid: (UInt64) -> UUID)] = [
            ("low half", { Self.uuid(word($0), 0) }),
            ("high half", { Self.uuid(0, word($0)) }),
            ("both", { Self.uuid(word($0), word($0)) }),
            ("opposite", { Self.uuid(word($0), ~word($0)) }),
        ]
        for (name, uuid) in combinations {
            let values = (0..<20_000).map { hash.value(of: uuid($0)) }
            Self.expectSpread(values, "\(Self.families[family].name), \(name)")
        }
    }

    @Test func `the seed differs from the last process's, so that ids cannot be chosen beforehand`() async throws {
        // Two processes: this one and a child.
        let here = IdentityHash<Int>().value(of: 1)
        await #expect(processExitsWith: .failure) { [here = here as UInt64] in
            // Exits with success only if the child hashes alike.
            exit(IdentityHash<Int>().value(of: 1) == here ? 0 : 1)
        }
    }

    private static func uuid(_ low: UInt64, _ high: UInt64) -> UUID {
        var words = (low, high)
        return withUnsafeBytes(of: &words) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    /// As the table does it: linear probing, at most half full.
    private static func expectSpread(_ values: [UInt64], _ name: String) {
        var slots = [Bool](repeating: false, count: 65_536)
        var probes = 0
        for value in values {
            var slot = Int(truncatingIfNeeded: value) & 65_535
            while slots[slot] {
                slot = (slot + 1) & 65_535
                probes += 1
            }
            slots[slot] = true
        }
        // Random values need 0.22 probes each at this load.
        #expect(probes < values.count, "\(name): \(probes) probes for \(values.count) ids")
        #expect(Set(values).count > values.count - 3, "\(name): values collide")
        let tags = Set(values.map { $0 >> 38 & 0x1FF_FFFF })
        #expect(tags.count > values.count * 99 / 100, "\(name): \(tags.count) different tags")
    }
}
