import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Edits of many items at once, against the same edits of plain arrays.
struct BulkEditTests {
    private struct Refusal: Error {}

    /// Half of the ids are those of `known`.
    private static func ids(_ known: [Int], _ random: inout Random) -> [Int] {
        (0..<random.below(12)).map { _ in
            random.below(20) > 0 && !known.isEmpty ? known[random.below(known.count)] : 5000 + random.below(9)
        }
    }

    /// Makes one edit of the rows and says whether it must be refused.
    private static func upsert(_ rows: [Row], into model: inout [Row]) {
        for row in rows {
            if let place = model.firstIndex(where: { $0.id == row.id }) {
                model[place] = row
            } else {
                model.append(row)
            }
        }
    }

    @Test(arguments: seeds(20))
    func `a list after bulk edits is what an array would be, and savepoints undo them`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var model = (0..<[0, 3, 40, 700][random.below(4)]).map { Row($0) }
        var draft = try ListDraft(model)
        for _ in 0..<40 {
            let before = model
            let isKept = random.below(3) > 0
            do {
                try draft.transaction { draft in
                    let ids = Self.ids(model.map(\.id), &random)
                    switch random.below(3) {
                    case 0:
                        let rows = (ids + ids.map { $0 + 3 }).map { Row($0, random.below(3)) }
                        draft.upsert(contentsOf: rows)
                        Self.upsert(rows, into: &model)
                    case 1:
                        let snapshot = draft.snapshot
                        let unknown = ids.filter { id in !model.contains { $0.id == id } }
                        do {
                            let removed = try draft.remove(ids: ids)
                            #expect(removed == model.filter { ids.contains($0.id) } && unknown.isEmpty)
                            model.removeAll { ids.contains($0.id) }
                        } catch let error as EditError {
                            #expect(error.code == .unknownItem && Set(error.ids) == Set(unknown.map { AnyID($0) }))
                            #expect(error.ids.count == Set(unknown).count)
                            #expect(draft.snapshot.isIdentical(to: snapshot))
                        }
                    default:
                        let count = try draft.updateAll { if $0.id % 3 == 0 { $0.value = 1 } }
                        #expect(count == model.count { $0.id % 3 == 0 && $0.value != 1 })
                        for place in model.indices where model[place].id % 3 == 0 { model[place].value = 1 }
                    }
                    #expect(Array(draft.snapshot) == model, "seed \(seed)")
                    if !isKept { throw Refusal() }
                }
            } catch is Refusal {
                model = before
            }
            #expect(Array(draft.snapshot) == model, "seed \(seed)")
            for (position, row) in model.enumerated().prefix(20) { #expect(draft.position(of: row.id) == position) }
        }
    }

    @Test(arguments: seeds(20))
    func `sections after bulk edits are what plain sections would be`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var history = try SectionedHistory(seed: seed)
        for _ in 0..<30 {
            let known = history.model.flatMap(\.items)
            let ids = Self.ids(known.map(\.id), &random)
            let headers = history.model.map(\.header.id)
            let section = random.below(5) > 0 ? headers.randomElement(using: &random) ?? 999 : 999
            let before = history.snapshot
            switch random.below(6) {
            case 0:
                let rows = ids.map { Row($0, random.below(3)) }
                let isNew = rows.contains { row in !known.contains { $0.id == row.id } }
                do {
                    try history.draft.upsertItems(rows, inSection: section)
                    for row in rows {
                        if let path = history.model.path(of: row.id) {
                            history.model[path.section].items[path.item] = row
                        } else if let place = headers.firstIndex(of: section) {
                            history.model[place].items.append(row)
                        }
                    }
                } catch {
                    #expect(error.code == .unknownSection && isNew && !headers.contains(section))
                }
            case 1:
                do {
                    let removed = try history.draft.removeItems(ids: ids)
                    #expect(removed == known.filter { ids.contains($0.id) })
                    for place in history.model.indices { history.model[place].items.removeAll { ids.contains($0.id) } }
                } catch {
                    #expect(error.code == .unknownItem && ids.contains { id in !known.contains { $0.id == id } })
                }
            case 2:
                let count = try history.draft.updateAllItems { $0.value = $0.id % 2 }
                #expect(count == known.count { $0.value != $0.id % 2 })
                for place in history.model.indices {
                    for item in history.model[place].items.indices {
                        history.model[place].items[item].value = history.model[place].items[item].id % 2
                    }
                }
            case 3 where random.below(3) == 0:
                let gone = [section, headers.first ?? section]
                do {
                    let removed = try history.draft.removeSections(ids: gone)
                    #expect(removed.map(\.id) == headers.filter { gone.contains($0) })
                    history.model.removeAll { gone.contains($0.header.id) }
                } catch {
                    #expect(error.code == .unknownSection && !headers.contains(section))
                    #expect(history.snapshot.isIdentical(to: before))
                }
            case 4:
                try history.draft.updateAllSections { $0.title = $0.id % 2 }
                for place in history.model.indices {
                    history.model[place].header.title = history.model[place].header.id % 2
                }
            default:
                for _ in 0..<5 { try history.edit() }
            }
            #expect(history.fault() == nil, "seed \(seed)")
        }
    }

    @Test func `an update of all that changes an id or throws changes nothing`() throws {
        var list = try ListDraft([Row(1), Row(2)])
        var sections = try RowSectionsDraft([
            ItemSection(Heading(0), items: [Row(1), Row(2)]), ItemSection(Heading(1)),
        ])
        let before = (list.snapshot, sections.snapshot)
        let here = #_sourceLocation
        try expectEditError(.identityChanged, ids: [2, 3], sourceLocation: here) {
            try list.updateAll { $0 = Row($0.id == 2 ? 3 : 1, 5) }
        }
        try expectEditError(.identityChanged, ids: [2, 3], sourceLocation: here) {
            try sections.updateAllItems { $0 = Row($0.id == 2 ? 3 : 1, 5) }
        }
        try expectEditError(.identityChanged, ids: [1, 3], sourceLocation: here) {
            try sections.updateAllSections { $0 = Heading($0.id == 1 ? 3 : 0, 5) }
        }
        #expect(throws: Refusal.self) {
            try list.updateAll { row in
                row.value = 1
                if row.id == 2 { throw Refusal() }
            }
        }
        let unchanged = try list.updateAll { $0.value = 0 }
        #expect(unchanged == 0)
        #expect(list.snapshot.isIdentical(to: before.0) && sections.snapshot.isIdentical(to: before.1))
    }

    @Test func `on sources each is one transaction`() async throws {
        let list = try ListSource([Row(1), Row(2), Row(3)])
        #expect(try await list.upsert(contentsOf: [Row(2, 5), Row(4)]).number == 2)
        #expect(try await list.remove(ids: [3, 1]).number == 3)
        #expect(try await list.updateAll { $0.value += 1 }.number == 4)
        #expect(Array(list.snapshot) == [Row(2, 6), Row(4, 1)])
        #expect(try await list.updateAll { _ in }.number == 4)
        await #expect(throws: EditError.self) { try await list.remove(ids: [2, 9]) }
        let sections = try SectionedSource([ItemSection(Heading(0), items: [Row(1)]), ItemSection(Heading(1))])
        #expect(try await sections.upsertItems([Row(1, 5), Row(2)], inSection: 1).number == 2)
        #expect(try await sections.updateAllItems { $0.value += 1 }.number == 3)
        #expect(try await sections.removeItems(ids: [1]).number == 4)
        #expect(try await sections.updateAllSections { $0.title = 3 }.number == 5)
        #expect(try await sections.removeSections(ids: [0]).number == 6)
        #expect(sections.snapshot.plain == [PlainSection(Heading(1, 3), [Row(2, 1)])])
    }
}
