import DataSources
import DataSourcesTesting
import Testing

/// Snapshots one edit apart share all but what the edit touched.
struct SnapshotSharingTests {
    #if DATASOURCES_INTERNAL_CHECKS
    static let count = 2_000
    #else
    static let count = 100_000
    #endif

    /// The addresses of a list's leaves: equal ones are shared while both lists are alive.
    private func leaves(_ list: ListSnapshot<Row>) -> [Int] {
        var addresses: [Int] = []
        list.forEachChunk { $0.withUnsafeBufferPointer { addresses.append(Int(bitPattern: $0.baseAddress)) } }
        return addresses
    }

    /// The number of the second list's leaves that are not the first one's.
    private func unshared(_ before: ListSnapshot<Row>, _ after: ListSnapshot<Row>) -> Int {
        let known = Set(leaves(before))
        return leaves(after).filter { !known.contains($0) }.count
    }

    @Test func `a copy is the same snapshot`() throws {
        let list = try ListSnapshot(Row.range(0, 100))
        let copy = list
        #expect(copy.isIdentical(to: list) && unshared(list, copy) == 0)
        let sections = try RowSections(plain: [PlainSection(0, Row.range(0, 100))])
        let other = sections
        #expect(other.isIdentical(to: sections))
        let draft = try ListDraft(list)
        #expect(draft.snapshot.isIdentical(to: draft.snapshot))
    }

    @Test func `an edit of one row copies one leaf`() throws {
        var draft = try ListDraft(Row.range(0, Self.count))
        var before = draft.snapshot
        try draft.update(id: Self.count / 2) { $0.value = 1 }
        #expect(unshared(before, draft.snapshot) == 1)
        before = draft.snapshot
        try draft.remove(id: 77)
        #expect(unshared(before, draft.snapshot) == 1)
        before = draft.snapshot
        try draft.insert(Row(-1), at: 1_000)
        #expect(unshared(before, draft.snapshot) <= 2)
        before = draft.snapshot
        try draft.move(id: 5, to: 1_500)
        #expect(unshared(before, draft.snapshot) <= 3)
    }

    @Test func `a whole new list keeps the leaves it agrees with`() throws {
        var draft = try ListDraft(Row.range(0, Self.count))
        let before = draft.snapshot
        var rows = Row.range(0, Self.count)
        rows[Self.count / 3].value = 1
        try draft.replaceAll(with: rows)
        #expect(unshared(before, draft.snapshot) == 1)
        rows.remove(at: 500)
        rows.insert(Row(-1), at: 1_200)
        rows.append(contentsOf: Row.range(Self.count, 10))
        try draft.replaceAll(with: rows)
        #expect(Array(draft.snapshot) == rows && unshared(before, draft.snapshot) <= 7 + 10 / Self.leaf)
        rows.removeSubrange(600..<900)
        rows.insert(contentsOf: Row.range(Self.count + 10, 300), at: 100)
        let middle = draft.snapshot
        try draft.replaceAll(with: rows)
        #expect(Array(draft.snapshot) == rows && unshared(middle, draft.snapshot) <= 300 / Self.leaf + 6)
    }

    @Test func `a removal here and there keeps the leaves that lose nothing`() throws {
        var draft = try ListDraft(Row.range(0, Self.count))
        let before = draft.snapshot
        draft.removeAll { [3, 900, 901, 1_500].contains($0.id) }
        #expect(unshared(before, draft.snapshot) <= 4)
    }

    @Test func `sections that are not touched stay the same`() throws {
        let model = (0..<20).map { PlainSection($0, Row.range($0 * 100, 100)) }
        var draft = try RowSectionsDraft(model.map(\.section))
        let before = draft.snapshot
        var next = model
        next[3].items[50].value = 1
        next[7].header.title = 1
        next.swapAt(10, 11)
        try draft.replaceAll(with: next.map(\.section))
        let after = draft.snapshot
        for section in 0..<20 {
            let id = next[section].header.id
            let (old, new) = (try #require(before[sectionID: id]), try #require(after[sectionID: id]))
            #expect(old.items.isIdentical(to: new.items) == (id != 3))
            #expect(unshared(old.items, new.items) == (id == 3 ? 1 : 0))
        }
    }

    @Test func `old snapshots never change`() throws {
        var draft = try ListDraft(Row.range(0, 500))
        var kept: [(ListSnapshot<Row>, [Row])] = []
        for round in 0..<50 {
            kept.append((draft.snapshot, Array(draft.snapshot)))
            try draft.move(from: round * 7, to: 499 - round)
            try draft.insert(Row(1_000 + round), at: round)
            try draft.update(at: 499) { $0.value += 1 }
            try draft.remove(at: 250)
        }
        for (snapshot, rows) in kept { #expect(Array(snapshot) == rows) }
    }

    #if DATASOURCES_INTERNAL_CHECKS
    static let leaf = 3
    #else
    static let leaf = 24
    #endif
}
