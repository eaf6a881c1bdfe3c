import DataSources
import TestKit
import Testing

struct ListSnapshotSliceTests {
    @Test(arguments: [0, 1, 31, 32, 33, 100, 1_000, 3_000])
    func `every range gives what the array has, as a slice and as a list`(count: Int) throws {
        let rows = (0..<count).map { Row($0) }
        let snapshot = try ListSnapshot(rows)
        var random = Random(seed: UInt64(count))
        var ranges = [0..<0, 0..<count, count..<count, 0..<min(count, 1), max(0, count - 1)..<count]
        for _ in 0..<50 {
            let (one, other) = (random.below(count + 1), random.below(count + 1))
            ranges.append(min(one, other)..<max(one, other))
        }
        for range in ranges {
            let slice = snapshot[range]
            #expect(slice.count == range.count)
            #expect(slice.elementsEqual(rows[range]), "\(range)")
            let list = ListSnapshot(slice)
            #expect(list.elementsEqual(rows[range]), "\(range)")
            var draft = try ListDraft(list)
            try draft.append(Row(-1))
            #expect(draft.count == range.count + 1)
            #expect(draft.snapshot.changes(from: list) == ListChanges(insertions: [range.count]))
        }
    }

    @Test func `positions that the list does not have are left out`() throws {
        let snapshot = try ListSnapshot((0..<5).map { Row($0) })
        #expect(snapshot[3..<9].map(\.id) == [3, 4], "law 15")
        #expect(snapshot[-4..<2].map(\.id) == [0, 1])
        #expect(snapshot[7..<9].isEmpty)
        #expect(snapshot[.min ..< .max].count == 5)
        #expect(ListSnapshot(snapshot[7..<9]).isEmpty)
        let short = ListSnapshot(Slice(base: snapshot, bounds: snapshot.startIndex..<snapshot.endIndex))
        #expect(short.isIdentical(to: snapshot))
    }

    @Test func `slices of the standard library become lists too`() throws {
        let snapshot = try ListSnapshot((0..<500).map { Row($0) })
        #expect(ListSnapshot(snapshot.prefix(3)).map(\.id) == [0, 1, 2])
        #expect(ListSnapshot(snapshot.dropFirst(400)).map(\.id) == Array(400..<500))
        #expect(ListSnapshot(snapshot.suffix(2)).version == nil)
    }

    @Test func `a slice copies nothing, and a list of it copies at most two leaves`() throws {
        let snapshot = try ListSnapshot((0..<100_000).map { Row($0) })
        let slice = snapshot[1_010..<90_020]
        #expect(slice.base.isIdentical(to: snapshot))
        let list = ListSnapshot(slice)
        #expect(list.leaves.subtracting(snapshot.leaves).count <= 2)
        #expect(list.count == slice.count)
    }
}
