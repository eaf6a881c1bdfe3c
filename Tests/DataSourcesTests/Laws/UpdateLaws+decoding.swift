import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15 for what is decoded: whatever the input says, reading it throws or gives something that is right.
struct UpdateDecodingLaws {
    @Test(arguments: seeds(13))
    func `a spoilt update of a list is refused or right`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var nextID = 6
        var before = (0..<6).map { Row($0) }
        var after = before
        for _ in 0..<random.below(3) { before.remove(at: random.below(before.count)) }
        after.removeAll { _ in random.below(4) == 0 }
        after.shuffle(using: &random)
        for _ in 0..<random.below(3) {
            after.insert(Row(nextID), at: random.below(after.count + 1))
            nextID += 1
        }
        for offset in after.indices where random.below(3) == 0 { after[offset].value += 1 }
        guard let update = Update(from: try ListSnapshot(before), to: try ListSnapshot(after)) else { return }
        try check(update, seed, &random) { UpdateOracle.fault(in: $0) }
    }

    @Test(arguments: seeds(13))
    func `a spoilt update of sections is refused or right`(seed: UInt64) throws {
        var random = Random(seed: seed)
        func sections() throws -> RowSections {
            let ids = Array([0, 1, 2, 3].shuffled(using: &random).prefix(2 + random.below(2)))
            let rows = Array((0..<7).shuffled(using: &random).prefix(5))
            let cut = try #require(SmallStates.cuts(of: rows, into: ids.count).randomElement(using: &random))
            let (titles, values) = (random.below(16), random.below(128))
            return try SectionedSnapshot(plain: UpdateCases.sections(ids, cut, titles: titles, values: values))
        }
        guard let update = Update(from: try sections(), to: try sections()) else { return }
        try check(update, seed, &random) { read in
            let ids =
                read.before.flatMap { [$0.id] + $0.items.map(\.id) }
                + read.after.flatMap { [$0.id] + $0.items.map(\.id) }
            // The oracle of changes keeps tables by id.
            return UpdateOracle.steps(of: read)
                ?? (ids.allSatisfy { (0..<1_000).contains($0) } ? UpdateOracle.fault(in: read) : nil)
        }
    }

    private func check<S: SnapshotProtocol & Codable>(
        _ update: Update<S>,
        _ seed: UInt64,
        _ random: inout Random,
        fault: (Update<S>) -> String?
    ) throws where S.Content: Equatable {
        let json = try JSON(update)
        #expect(try json.read(Update<S>.self) == update, "seed \(seed)")
        for turn in 0..<60 {
            var spoilt = json.spoilt(&random)
            if random.below(3) == 0 { spoilt = spoilt.spoilt(&random) }
            guard let read = try? spoilt.read(Update<S>.self) else { continue }
            if let fault = fault(read) {
                Issue.record("law 15, seed \(seed), turn \(turn): \(fault)\n\(spoilt)")
                return
            }
        }
    }

    @Test(arguments: seeds(10))
    func `spoilt changes and edits are refused or can be walked`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let pairs = PositionPairs([(0, 3), (1, 4), (7, 5), (6, 8)].map { PositionPair(before: $0.0, after: $0.1) })
        let list = Changes<Int>(deletions: [1, 2, 3, 9], insertions: [0, 4, 5], moves: pairs, updates: pairs)
        let path = ItemPath(section: 1, item: 2)
        let paths = PositionPairs([PositionPair(before: path, after: ItemPath(section: 0, item: 0))])
        let items = Changes<ItemPath>(deletions: [path], insertions: [path], moves: paths, updates: paths)
        let sections = SectionedChanges(sections: list, items: items)
        let edits: [SectionedEdit<Heading, Row>] = [
            .insertSection(ItemSection(Heading(1), items: [Row(1)]), at: 0), .moveItem(from: path, to: path),
        ]
        let (listJSON, sectionsJSON, editsJSON) = (try JSON(list), try JSON(sections), try JSON(edits))
        for _ in 0..<40 {
            if let read = try? listJSON.spoilt(&random).read(Changes<Int>.self) {
                walk(read, seed)
                #expect(try JSON.roundTrip(read) == read)
            }
            if let read = try? sectionsJSON.spoilt(&random).read(SectionedChanges.self) {
                walk(read.sections, seed)
                walk(read.items, seed)
            }
            if let read = try? editsJSON.spoilt(&random).read([SectionedEdit<Heading, Row>].self) {
                var draft = SectionedDraft<Heading, Row>()
                for edit in read { try? draft.apply(edit) }
            }
        }
    }

    private func walk<P: Position>(_ changes: Changes<P>, _ seed: UInt64) {
        _ = (changes.count, changes.description, changes.hashValue)
        #expect(changes.inverted.inverted == changes, "seed \(seed)")
        for set in [changes.deletions, changes.insertions] {
            let some = Array(set.prefix(50))
            #expect(zip(some, some.dropFirst()).allSatisfy { $0 < $1 } && some.allSatisfy { !$0.isNegative })
            #expect(some.allSatisfy { set.contains($0) }, "seed \(seed)")
            #expect(set.reversed().prefix(50).allSatisfy { set.contains($0) }, "seed \(seed)")
        }
        for pairs in [changes.moves, changes.updates] {
            let some = Array(pairs.prefix(50))
            #expect(zip(some, some.dropFirst()).allSatisfy { $0.after < $1.after }, "seed \(seed)")
            #expect(Set(some.map(\.before)).count == some.count, "seed \(seed)")
        }
    }
}
