import DataSources
import TestKit
import Testing

/// However a list came about, its leaves are not needlessly many: they decide what memory and walks cost.
struct LeafFillTests {
    private func chunks(of snapshot: ListSnapshot<Row>) -> Int {
        var count = 0
        snapshot.forEachChunk { _ in count += 1 }
        return count
    }

    /// The number of items a leaf of a full grown list holds at least, on average.
    #if DATASOURCES_INTERNAL_CHECKS
    static let fair = 1.4
    #else
    static let fair = 14.0
    #endif

    @Test(arguments: [0, 1, 4, 16, 31, 32, 33, 63])
    func `rows inserted one after the other at one position`(position: Int) throws {
        // Appended one by one, leaves are full: the position may be the end of one.
        var draft = ListDraft<Row>()
        for id in 0..<64 { try draft.append(Row(id)) }
        for id in 64..<2_000 { try draft.insert(Row(id), at: position) }
        let fill = Double(draft.count) / Double(chunks(of: draft.snapshot))
        #expect(fill >= Self.fair, "\(fill) rows a leaf")
    }

    @Test func `rows appended one after the other fill their leaves`() throws {
        var draft = ListDraft<Row>()
        for id in 0..<2_000 { try draft.append(Row(id)) }
        #expect(Double(draft.count) / Double(chunks(of: draft.snapshot)) >= Self.fair * 2)
    }

    @Test func `rows inserted anywhere`() throws {
        var random = Random(seed: 1)
        var draft = ListDraft<Row>()
        for id in 0..<2_000 { try draft.insert(Row(id), at: random.below(id + 1)) }
        #expect(Double(draft.count) / Double(chunks(of: draft.snapshot)) >= Self.fair)
    }

    @Test func `what is left after most rows were removed`() throws {
        var draft = try ListDraft(Row.range(0, 4_000))
        draft.removeAll { $0.id % 16 != 0 }
        #expect(chunks(of: draft.snapshot) <= 250 / Int(Self.fair / 2 + 0.5))
        var random = Random(seed: 2)
        var other = try ListDraft(Row.range(0, 4_000))
        while other.count > 250 { try other.remove(at: random.below(other.count)) }
        #expect(Double(other.count) / Double(chunks(of: other.snapshot)) >= Self.fair / 2)
    }
}
