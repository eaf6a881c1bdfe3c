import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// Walks compare the bits where elements seem to store their ids; wherever ids come from, the changes are right.
struct IdentityPlaceTests {
    /// The first element stores its id's bits in `base`; the others do not, if `shift` is not zero.
    struct Computed: Identifiable, Equatable, Sendable {
        var base: Int
        var shift: Int
        var note = 0
        var id: Int { base &+ shift }
    }

    /// The id is not at a multiple of its size.
    struct Shifted: Identifiable, Equatable, Sendable {
        var flag: Bool
        let id: UUID
        var note = 0
    }

    private static func expectRight<Item: Identifiable & Equatable & Sendable>(
        _ old: [Item], _ new: [Item], _ comment: Comment
    ) throws where Item.ID: Sendable {
        let (before, after) = try (ListSnapshot(old), ListSnapshot(new))
        let fault = Oracle.fault(in: after.changes(from: before), from: old, to: new)
        #expect(fault == nil, comment)
        var draft = try ListDraft(old)
        try draft.replaceAll(with: new)
        #expect(Array(draft.snapshot) == new, comment)
    }

    /// Blocks moved, removed and inserted, some items changed, or all shuffled.
    private static func rearranged<Item>(
        _ items: [Item], _ random: inout Random, change: (inout Item) -> Void, make: (Int) -> Item
    ) -> [Item] {
        var new = items
        if random.below(3) == 0 { new.shuffle(using: &random) }
        for edit in 0..<random.below(6) {
            let start = random.below(new.count)
            let block = Array(new[start..<min(new.count, start + 1 + random.below(40))])
            new.removeSubrange(start..<start + block.count)
            if random.below(2) == 0 { new.insert(contentsOf: block, at: random.below(new.count + 1)) }
            new.insert(make(1_000_000 + edit), at: random.below(new.count + 1))
        }
        for _ in 0..<random.below(5) where !new.isEmpty { change(&new[random.below(new.count)]) }
        return new
    }

    @Test(arguments: seeds(20))
    func `ids that are computed`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let old = (0..<300).map { number in
            let shift = random.below(3) * 7
            return Computed(base: number - shift, shift: shift)
        }
        let new = Self.rearranged(old, &random) { item in
            // The same id from other bits.
            item.base += 1
            item.shift -= 1
        } make: {
            Computed(base: $0, shift: 0)
        }
        try Self.expectRight(old, new, "seed \(seed)")
    }

    @Test(arguments: seeds(20))
    func `ids at odd offsets`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let old = (0..<300).map { _ in Shifted(flag: random.below(2) == 0, id: UUID()) }
        let new = Self.rearranged(old, &random) {
            $0.note += 1
        } make: { _ in
            Shifted(flag: true, id: UUID())
        }
        try Self.expectRight(old, new, "seed \(seed)")
    }
}
