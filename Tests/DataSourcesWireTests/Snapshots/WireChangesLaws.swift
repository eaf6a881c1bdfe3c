import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// A step that was encoded, decoded and applied leads to the same state as the update that it was made from.
struct WireChangesLaws {
    static let formats = [FrameFormat.json, .binary]

    @Test(arguments: seeds(130))
    func `law 1: a step of any two lists leads from one to the other, in every format`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let size = [0, 1, 2, 5, 40][random.below(5)]
        try expectSteps(from: random.list(ids: size), to: random.list(ids: size))
    }

    @Test(arguments: seeds(130))
    func `law 1: a step of any two states of sections leads from one to the other, in every format`(seed: UInt64) throws
    {
        var random = Random(seed: seed)
        let (columns, cards) = ([0, 1, 3, 8][random.below(4)], [0, 1, 6, 40][random.below(4)])
        try expectSteps(
            from: random.board(columns: columns, cards: cards), to: random.board(columns: columns, cards: cards))
    }

    @Test func `law 1: a step between any two lists of up to four items`() throws {
        var lists: [[Int]] = [[]]
        for count in 1...4 {
            for start in lists where start.count == count - 1 {
                for id in 0..<4 where !start.contains(id) { lists.append(start + [id]) }
            }
        }
        #expect(lists.count == 65)
        for before in lists {
            for after in lists {
                try expectSteps(from: List(before.map { Card($0) }), to: List(after.map { Card($0, "new") }))
            }
        }
    }

    @Test(arguments: [List.Storage.Type.self])
    func `a step that fits nowhere changes nothing`(_: Any.Type) throws {
        let storage = List.Storage()
        try storage.fill(List((0..<5).map { Card($0) }))
        let path = { (item: Int) in ItemPath(section: 0, item: item) }
        let steps: [WireEdits<ItemPath>] = [
            WireEdits(removals: [.init(first: path(3), count: 3)]),
            WireEdits(removals: [.init(first: path(1), count: .max)]),
            WireEdits(removals: [.init(first: path(1), count: 2), .init(first: path(2), count: 1)]),
            WireEdits(moves: [.init(from: path(0), to: path(9), count: 1)]),
            WireEdits(moves: [.init(from: path(0), to: path(1), count: 1), .init(from: path(0), to: path(3), count: 1)]
            ),
            WireEdits(insertions: [.init(first: path(6), values: [.object(["id": .int(9)])])]),
            WireEdits(insertions: [.init(first: path(0), values: [.object(["id": .string("x")])])]),
            WireEdits(updates: [.init(position: path(5), patch: .fields(WireObject(), removed: []))]),
            WireEdits(updates: [.init(position: path(0), patch: .fields(["id": .int(7)], removed: []))]),
            WireEdits(updates: [.init(position: path(0), patch: .fields(WireObject(), removed: ["title"]))]),
            WireEdits(removals: [.init(first: path(0), count: 1)]),
        ]
        let before = storage.snapshot
        for step in steps {
            #expect(throws: WireError.self, "\(step)") {
                try storage.apply(WireChanges(kind: .list, base: 1, version: 2, itemCount: 5, items: step))
            }
            #expect(storage.snapshot == before)
        }
    }

    private func expectSteps<Snapshot: WireSnapshot>(from before: Snapshot, to after: Snapshot) throws {
        let storage = Snapshot.Storage()
        try storage.fill(before)
        #expect(storage.snapshot == before)
        guard let update = Update(from: before, to: after) else { return }
        let changes = try Snapshot.wireChanges(of: update, base: 3, version: 9)
        for format in Self.formats {
            let bytes = try format.encode(.changes(changes))
            #expect(try format.decode(bytes) == .changes(changes), "\(format.name)")
        }
        try storage.apply(changes)
        #expect(storage.snapshot == after)
    }
}

extension ReplicaStorage where Snapshot: WireSnapshot {
    /// Loads a state in parts of three items, through JSON.
    func fill(_ snapshot: Snapshot) throws {
        var cursor = WireCursor()
        while true {
            let offset = cursor.offset
            let groups = try snapshot.wireGroups(from: &cursor, limit: 3)
            if groups.isEmpty { break }
            let part = WirePart(
                kind: Snapshot.wireKind, version: 1, offset: offset, itemCount: snapshot.itemCount,
                sectionCount: snapshot.wireSectionCount, groups: groups, isLast: false)
            for format in [FrameFormat.json, .binary] {
                #expect(try format.decode(format.encode(.part(part))) == .part(part))
            }
            try add(part)
        }
        #expect(added == (snapshot.itemCount, snapshot.wireSectionCount))
        try finishParts()
    }
}
