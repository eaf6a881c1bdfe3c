import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

/// The arrays that the adapters of UIKit and AppKit pass on are what a view with UIKit's rules accepts.
struct ViewBatchTests {
    private struct Group: Identifiable, Equatable, Sendable {
        let id: Int
        var title = ""
    }

    /// The changes of a batch, put together from its arrays alone.
    private func changes<Snapshot>(_ batch: ViewBatch<Snapshot>) -> SectionedChanges {
        // An update is told by its position after; where that row was before is the batch's business.
        SectionedChanges(
            sections: Changes(
                deletions: PositionSet(batch.deletedSections), insertions: PositionSet(batch.insertedSections),
                moves: PositionPairs(batch.movedSections),
                updates: PositionPairs(
                    Snapshot.indexedChanges(of: batch.update).sections.updates.filter {
                        batch.updatedHeaders.contains($0.after)
                    })),
            items: Changes(
                deletions: PositionSet(batch.deletedItems), insertions: PositionSet(batch.insertedItems),
                moves: PositionPairs(batch.movedItems), updates: PositionPairs(batch.updatedItems)))
    }

    private func planned<Snapshot: IndexedSnapshot>(_ update: Update<Snapshot>) -> [ViewBatch<Snapshot>] {
        update.stages.map { ViewBatch($0) }
    }

    @Test(arguments: 0..<300)
    func `the batches of any update of sections are accepted and lead to its end`(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        func state() throws -> SectionedSnapshot<Group, Card> {
            let count = random.below(5)
            var sections = (0..<6).shuffled(using: &random).prefix(count).map { id in
                ItemSection<Group, Card>(Group(id: id, title: ["a", "b"][random.below(2)]))
            }
            var members = [[Card]](repeating: [], count: count)
            for id in (0..<20).shuffled(using: &random) where count > 0 && random.below(4) > 0 {
                members[random.below(count)].append(Card(id, ["x", "y"][random.below(2)]))
            }
            for (position, cards) in members.enumerated() { sections[position].items = try ListSnapshot(cards) }
            return try SectionedSnapshot(sections)
        }
        let (before, after) = (try state(), try state())
        guard let update = Update(from: before, to: after) else { return }
        var display = StrictDisplay(before, refresh: .reconfigure)
        for batch in planned(update) {
            #expect(changes(batch) == batch.update.changes)
            try display.performBatchUpdates(changes(batch), to: batch.update.after)
            #expect(batch.changesStructure || batch.update.before.map(\.id) == batch.update.after.map(\.id))
        }
        #expect(display.sections.map(\.items) == after.map { Array($0.items) })
    }

    @Test(arguments: 0..<300)
    func `the batches of any update of a list are those of one section`(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        func state() throws -> ListSnapshot<Card> {
            let ids = (0..<20).shuffled(using: &random).prefix(random.below(21))
            return try ListSnapshot(ids.map { Card($0, ["x", "y"][random.below(2)]) })
        }
        let (before, after) = (try state(), try state())
        guard let update = Update(from: before, to: after) else { return }
        let section = { (list: ListSnapshot<Card>) in try SectionedSnapshot([ItemSection(Group(id: 0), items: list)]) }
        var display = StrictDisplay(try section(before), refresh: .reconfigure)
        for batch in planned(update) {
            try display.performBatchUpdates(changes(batch), to: try section(batch.update.after))
        }
        #expect(display.sections.map(\.items) == [Array(after)])
    }

    @Test func `content that changes is told with the old and the new item, at its position after`() throws {
        let before = try ListSnapshot([Card(0), Card(1), Card(2)])
        let after = try ListSnapshot([Card(1, "new"), Card(2)])
        let update = try #require(Update(from: before, to: after))
        var told: [String] = []
        for batch in planned(update) {
            batch.forEachUpdatedItem { told.append("\($0): \($1.title)→\($2.title)") }
        }
        #expect(told == ["0.0: →new"])
    }

    @Test func `only content is no change of the structure`() throws {
        let update = try #require(Update(from: ListSnapshot([Card(0)]), to: ListSnapshot([Card(0, "new")])))
        #expect(planned(update).map(\.changesStructure) == [false])
        let removal = try #require(Update(from: ListSnapshot([Card(0)]), to: ListSnapshot()))
        #expect(planned(removal).map(\.changesStructure) == [true])
    }

    @Test func `a list is one section, also if it is empty; other paths have nothing`() throws {
        let list = try ListSnapshot([Card(7)])
        #expect(ListSnapshot<Card>().sectionCount == 1 && ListSnapshot<Card>().itemCount(inSection: 0) == 0)
        #expect(list.itemCount(inSection: 0) == 1 && list.itemCount(inSection: 1) == 0)
        #expect(list.item(at: ItemPath(section: 0, item: 0)) == Card(7))
        #expect(list.item(at: ItemPath(section: 1, item: 0)) == nil)
        #expect(list.item(at: ItemPath(section: 0, item: 1)) == nil)
    }

    @Test func `sections are read by position; out of range there is nothing`() throws {
        let sections = try SectionedSnapshot([ItemSection(Group(id: 3), items: [Card(7)])])
        #expect(sections.sectionCount == 1 && sections.itemCount(inSection: 0) == 1)
        #expect(sections.itemCount(inSection: -1) == 0 && sections.itemCount(inSection: 1) == 0)
        #expect(sections.header(ofSection: 0) == Group(id: 3) && sections.header(ofSection: 1) == nil)
        #expect(sections.item(at: ItemPath(section: 0, item: 1)) == nil)
    }
}
