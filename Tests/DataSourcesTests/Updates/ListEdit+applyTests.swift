import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 10 and 15 for edits of arrays and snapshots: what a draft does is what they do.
struct ListEditApplyTests {
    @Test(arguments: seeds(8))
    func `edits of an array, a snapshot and a draft agree`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var rows = (0..<random.below(60)).map { Row($0) }
        var draft = try ListDraft(rows)
        var snapshot = draft.snapshot
        for step in 0..<400 {
            let edit = Self.edit(count: rows.count, &random)
            let made = Outcome { () throws(EditError) in try draft.apply(edit) }
            let inArray = Outcome { () throws(EditError) in try edit.apply(to: &rows) }
            let inSnapshot = Outcome { () throws(EditError) in snapshot = try snapshot.applying(edit) }
            guard made == inArray, made == inSnapshot, rows == Array(draft.snapshot), snapshot == draft.snapshot else {
                Issue.record("seed \(seed), edit \(step): \(edit): \(made), \(inArray), \(inSnapshot)")
                return
            }
        }
        #expect(snapshot.map { $0 } == rows)
        if rows.isEmpty { return }
        let shorter = try snapshot.applying(.remove(at: 0))
        #expect(shorter.changes(from: snapshot) == ListChanges(deletions: [0]), "seed \(seed)")
    }

    private static func edit(count: Int, _ random: inout Random) -> ListEdit<Row> {
        func position() -> Int { random.below(count + 3) - 1 }
        func row() -> Row { Row(random.below(90), random.below(3)) }
        return switch random.below(8) {
        case 0, 1: .insert(row(), at: position())
        case 2: .remove(at: position())
        case 3: .move(from: position(), to: position())
        case 4: .update(row(), at: position())
        case 5, 6: .upsert(row())
        default: .removeID(random.below(90))
        }
    }

    @Test func `an edit of a long snapshot shares all leaves but those it touches`() throws {
        let before = try ListSnapshot((0..<10_000).map { Row($0) })
        for edit: ListEdit<Row> in [
            .insert(Row(-1), at: 5_000), .remove(at: 0), .update(Row(9_999, 1), at: 9_999), .move(from: 10, to: 9_000),
            .upsert(Row(-1)), .removeID(77),
        ] {
            let after = try before.applying(edit)
            let shared = after.leaves.intersection(before.leaves).count
            #expect(shared >= before.leaves.count - 4, "\(edit)")
        }
    }
}

extension ListSnapshot {
    /// The addresses of the memory of its items.
    var leaves: Set<UnsafeRawPointer> {
        var result: Set<UnsafeRawPointer> = []
        forEachChunk { chunk in
            chunk.withUnsafeBufferPointer { buffer in
                if let base = buffer.baseAddress { result.insert(UnsafeRawPointer(base)) }
            }
        }
        return result
    }
}
