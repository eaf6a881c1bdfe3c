import DataSources
import DataSourcesTesting
import Testing

/// Rows of sections that change, reloads among moves, and a screen that lies.
struct DisplayBatchSectionTests {
    let before = shelves([0, 1], [2])

    private func refusal(
        of changes: SectionedChanges,
        to after: [PlainSection<Shelf, Book>],
        from before: [PlainSection<Shelf, Book>]? = nil,
        refresh: DisplayRefresh = .reload
    ) -> DisplayRefusal? {
        var display = StrictDisplay(before ?? self.before, refresh: refresh)
        do {
            try display.performBatchUpdates(changes, to: after)
            return nil
        } catch {
            return error
        }
    }

    @Test func `no row moves into a new section or out of a deleted one`() {
        let into = SectionedChanges(
            sections: Changes(insertions: [2]), items: Changes(moves: pairs((path(0, 0), path(2, 0)))))
        let longer = refusal(of: into, to: shelves([1], [2], [0]))
        #expect(longer?.message == "cannot move a row into a newly inserted section (2)")
        #expect(longer?.code == .rowsOfChangedSection && longer?.place == .row(path(2, 0)))
        let out = SectionedChanges(
            sections: Changes(deletions: [1]), items: Changes(moves: pairs((path(1, 0), path(0, 2)))))
        #expect(refusal(of: out, to: shelves([0, 1, 2]))?.message == "cannot move a row from a deleted section (1)")
    }

    @Test(arguments: [
        (Changes(deletions: [path(0, 0)]), "cannot delete a row from a moved section (0)"),
        (Changes(insertions: [path(1, 0)]), "cannot insert a row into a moved section (1)"),
        (Changes(updates: pairs((path(0, 0), path(1, 0)))), "cannot reload a row of a moved section (0)"),
        (Changes(moves: pairs((path(0, 0), path(0, 0)))), "cannot move a row from a moved section (0)"),
        (Changes(moves: pairs((path(1, 0), path(1, 0)))), "cannot move a row into a moved section (1)"),
    ])
    func `no row changes in a section that moves`(items: Changes<ItemPath>, message: String) {
        let changes = SectionedChanges(sections: Changes(moves: pairs((0, 1))), items: items)
        #expect(refusal(of: changes, to: [before[1], before[0]])?.message == message)
    }

    @Test func `no row changes in a section that goes, comes or is reloaded`() {
        let gone = SectionedChanges(sections: Changes(deletions: [1]), items: Changes(deletions: [path(1, 0)]))
        #expect(refusal(of: gone, to: [before[0]])?.message == "cannot delete a row from a deleted section (1)")
        let come = SectionedChanges(sections: Changes(insertions: [2]), items: Changes(insertions: [path(2, 0)]))
        let message = "cannot insert a row into a newly inserted section (2)"
        #expect(refusal(of: come, to: shelves([0, 1], [2], [3]))?.message == message)
        let reload = SectionedChanges(
            sections: Changes(updates: pairs((1, 1))), items: Changes(insertions: [path(1, 0)]))
        let after = [before[0], PlainSection(Shelf(1, 1), [Book(9), Book(2)])]
        #expect(refusal(of: reload, to: after)?.message == "cannot insert a row into a reloaded section (1)")
    }

    // MARK: Reloads among moves

    @Test func `a row displaced by a move is not reloaded: somewhere else two rows arrive`() {
        // From https://developer.apple.com/forums: delete 1, move 0 to 1 and 3 to 0, reload 2.
        let old = shelves([0, 1, 2, 3])
        var after = shelves([3, 0, 2])
        after[0].items[2].state = 1
        let changes = SectionedChanges(
            items: Changes(
                deletions: [path(0, 1)], moves: pairs((path(0, 0), path(0, 1)), (path(0, 3), path(0, 0))),
                updates: pairs((path(0, 2), path(0, 2)))))
        let message = "attempt to perform an insert and a move to the same index path ({length = 2, path = 0 - 1})"
        #expect(refusal(of: changes, to: after, from: old)?.message == message)
        #expect(refusal(of: changes, to: after, from: old, refresh: .reconfigure) == nil)
    }

    @Test func `a section displaced by a move is not reloaded: somewhere else two sections arrive`() {
        // https://github.com/Instagram/IGListKit/issues/690: move 2 to 4, reload 3, delete 4, insert 2.
        let old = shelves([0], [1], [2], [3], [4])
        let new = PlainSection(Shelf(9), [Book(9)])
        let after = [old[0], old[1], new, PlainSection(Shelf(3, 1), [Book(3)]), old[2]]
        let changes = SectionedChanges(
            sections: Changes(
                deletions: [4], insertions: [2], moves: pairs((2, 4)), updates: pairs((3, 3))))
        let refused = refusal(of: changes, to: after, from: old)
        #expect(refused?.message == "attempt to perform an insert and a move to the same section (4)")
        #expect(refusal(of: changes, to: after, from: old, refresh: .reconfigure) == nil)
    }

    @Test func `a row of a section displaced by another one's move is not reloaded: its count is wrong`() {
        // As in http://www.openradar.me/27041784, but the section that the row is in only gives way.
        let old = shelves([0, 1], [2, 3])
        var after = [old[1], old[0]]
        after[1].items[0].state = 1
        let changes = SectionedChanges(
            sections: Changes(moves: pairs((1, 0))), items: Changes(updates: pairs((path(0, 0), path(1, 0)))))
        let refused = refusal(of: changes, to: after, from: old)
        #expect(refused?.code == .count)
        #expect(refused?.message.contains("invalid number of rows in section 0.") == true)
        #expect(refused?.message.contains("(1 inserted, 0 deleted)") == true)
    }

    @Test func `a row that a move displaces to where nothing else arrives shows up in the wrong place`() {
        let old = shelves([0, 1, 2, 3])
        var after = shelves([1, 2, 0, 3])
        after[0].items[1].state = 1
        let changes = SectionedChanges(
            items: Changes(moves: pairs((path(0, 0), path(0, 2))), updates: pairs((path(0, 2), path(0, 1)))))
        #expect(refusal(of: changes, to: after, from: old)?.code == .conflict)
        after = shelves([1, 2, 3, 0])
        after[0].items[1].state = 1
        let farther = SectionedChanges(
            items: Changes(moves: pairs((path(0, 0), path(0, 3))), updates: pairs((path(0, 2), path(0, 1)))))
        let message = "the view shows Book(3) in row 1 of section 0, the data source has Book(2, 1)"
        #expect(refusal(of: farther, to: after, from: old)?.message == message)
    }

    @Test func `a row that moves do not displace is reloaded among them`() {
        let old = shelves([0, 1, 2, 3])
        var after = shelves([1, 0, 2, 3])
        after[0].items[3].state = 1
        let changes = SectionedChanges(
            items: Changes(moves: pairs((path(0, 1), path(0, 0))), updates: pairs((path(0, 3), path(0, 3)))))
        #expect(refusal(of: changes, to: after, from: old) == nil)
    }

    // MARK: A screen that lies

    @Test func `what the view shows is what the data source has`() {
        let content = shelves([0, 7], [2])
        let row = refusal(of: SectionedChanges(), to: content)
        #expect(row?.message == "the view shows Book(1) in row 1 of section 0, the data source has Book(7)")
        #expect(row?.code == .showsOther && row?.place == .row(path(0, 1)))
        let header = refusal(of: SectionedChanges(), to: [before[0], PlainSection(Shelf(1, 1), [Book(2)])])
        #expect(
            header?.message == "the view shows Shelf(1) as the header of section 1, the data source has Shelf(1, 1)")
    }

    @Test func `what moves keeps its old look`() {
        var after = shelves([1, 0], [2])
        after[0].items[0].state = 1
        let changes = SectionedChanges(items: Changes(moves: pairs((path(0, 1), path(0, 0)))))
        let message = "the view shows Book(1) in row 0 of section 0, the data source has Book(1, 1)"
        #expect(refusal(of: changes, to: after)?.message == message)
    }

    @Test func `what is reconfigured ends up where it is said to`() {
        let rows = SectionedChanges(items: Changes(updates: pairs((path(0, 0), path(0, 1)))))
        let row = refusal(of: rows, to: before, refresh: .reconfigure)
        #expect(row?.message == "the row reconfigured at 0.0 does not end up at 0.1")
        let sections = SectionedChanges(sections: Changes(updates: pairs((0, 1))))
        let section = refusal(of: sections, to: before, refresh: .reconfigure)
        #expect(section?.message == "the section reconfigured at 0 does not end up at 1")
    }
}
