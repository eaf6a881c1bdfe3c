import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// Laws 1, 3, 4 and 11 whatever the type of the ids.
struct IdentityTypeLaws {
    static let seeds = TestKit.seeds(3)

    @Test(arguments: seeds) func `ids that are strings`(seed: UInt64) throws {
        try check(seed, count: 1_500) { OtherIDs.string($0) }
    }

    @Test(arguments: seeds) func `ids that are texts of a store`(seed: UInt64) throws {
        try check(seed, count: 1_500) { TextID(OtherIDs.string($0)) }
    }

    @Test(arguments: seeds) func `ids that are UUIDs`(seed: UInt64) throws {
        try check(seed, count: 1_500) { OtherIDs.uuid($0) }
    }

    @Test(arguments: seeds) func `ids that are small integers`(seed: UInt64) throws {
        try check(seed, count: 1_500) { Int16($0) }
    }

    @Test(arguments: seeds) func `ids that are unsigned words`(seed: UInt64) throws {
        try check(seed, count: 1_500) { UInt.max - UInt($0) << 32 }
    }

    @Test(arguments: seeds) func `ids that are pairs behind a Hashable of their own`(seed: UInt64) throws {
        try check(seed, count: 1_500) { ItemPath(section: $0 % 7, item: $0) }
    }

    @Test(arguments: seeds) func `ids whose hash values all collide`(seed: UInt64) throws {
        try check(seed, count: 150) { CollidingID(number: $0) }
    }

    @Test(arguments: seeds) func `optional and erased ids`(seed: UInt64) throws {
        try check(seed, count: 300) { $0 == 0 ? nil : Optional($0) }
        try check(seed, count: 300) { $0 % 2 == 0 ? AnyID($0) : AnyID("\($0)") }
    }

    private func check<ID: Hashable & Sendable>(_ seed: UInt64, count: Int, _ id: (Int) -> ID) throws {
        var random = Random(seed: seed)
        let before = (0..<count).map { Thing(id: id($0)) }
        var after = before.filter { _ in random.below(20) != 0 }
        for _ in 0..<count / 50 {
            after.insert(after.remove(at: random.below(after.count)), at: random.below(after.count))
            after[random.below(after.count)].value += 1
        }
        for number in 0..<count / 30 { after.insert(Thing(id: id(count + number)), at: random.below(after.count + 1)) }
        if seed % 3 == 2 { after.shuffle(using: &random) }
        var draft = try ListDraft(before)
        let old = draft.snapshot
        try draft.replaceAll(with: after)
        for (name, new) in [("related", draft.snapshot), ("unrelated", try ListSnapshot(after))] {
            for (before, after, changes) in [
                (before, after, new.changes(from: old)), (after, before, old.changes(from: new)),
            ] {
                if let fault = Oracle.fault(in: changes, from: before, to: after) {
                    Issue.record("\(ID.self), seed \(seed), \(name): \(fault.prefix(500))")
                }
            }
        }
        for (offset, thing) in after.enumerated() where draft.position(of: thing.id) != offset {
            Issue.record("\(ID.self), seed \(seed): \(thing) is not known to be at \(offset)")
        }
        #expect(throws: EditError.self) { try draft.append(contentsOf: [Thing(id: id(2 * count)), after[0]]) }
        #expect(Array(draft.snapshot) == after)
    }
}
