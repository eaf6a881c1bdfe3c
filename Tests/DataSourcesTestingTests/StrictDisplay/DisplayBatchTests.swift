import DataSources
import DataSourcesTesting
import Testing

/// Every rule refuses the batch that breaks it, in UIKit's words.
struct DisplayBatchTests {
    let before = shelves([0, 1], [2])

    private func expectRefusal(
        _ code: DisplayRefusal.Code,
        _ message: String,
        sections: Changes<Int> = Changes(),
        items: Changes<ItemPath> = Changes(),
        to after: [PlainSection<Shelf, Book>],
        from other: [PlainSection<Shelf, Book>]? = nil,
        refresh: DisplayRefresh = .reload,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var display = StrictDisplay(other ?? before, refresh: refresh)
        let refusal = #expect(throws: DisplayRefusal.self, sourceLocation: sourceLocation) {
            try display.performBatchUpdates(SectionedChanges(sections: sections, items: items), to: after)
        }
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
        #expect(refusal?.description == message, sourceLocation: sourceLocation)
    }

    // MARK: Positions that are not there

    @Test(arguments: [Changes(deletions: [path(0, 2)]), Changes(updates: pairs((path(0, 2), path(0, 1))))])
    func `a row that is not there cannot go or be reloaded`(items: Changes<ItemPath>) {
        let message = "attempt to delete row 2 from section 0 which only contains 2 rows before the update"
        expectRefusal(.notThere, message, items: items, to: before)
    }

    @Test(arguments: [Changes(deletions: [path(2, 0)]), Changes(updates: pairs((path(2, 0), path(0, 1))))])
    func `a row of a section that is not there cannot go or be reloaded`(items: Changes<ItemPath>) {
        let message = "attempt to delete row 0 from section 2, but there are only 2 sections before the update"
        expectRefusal(.notThere, message, items: items, to: before)
    }

    @Test func `a row cannot come where nothing is after`() {
        let row = "attempt to insert row 2 into section 0, but there are only 2 rows in section 0 after the update"
        expectRefusal(.notThere, row, items: Changes(insertions: [path(0, 2)]), to: before)
        let section = "attempt to insert row 0 into section 2, but there are only 2 sections after the update"
        expectRefusal(.notThere, section, items: Changes(insertions: [path(2, 0)]), to: before)
    }

    @Test func `a row that is not there cannot move`() {
        let row = "attempt to move index path ({length = 2, path = 1 - 1}) that does not exist - there are only 1 rows "
        expectRefusal(
            .notThere, row + "in section 1 before the update", items: Changes(moves: pairs((path(1, 1), path(0, 0)))),
            to: before)
        let section = "attempt to move index path ({length = 2, path = 2 - 0}) from a section that does not exist - "
        expectRefusal(
            .notThere, section + "there are only 2 sections before the update",
            items: Changes(moves: pairs((path(2, 0), path(0, 0)))), to: before)
    }

    @Test func `a row cannot move where nothing is after`() {
        let move = "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = "
        expectRefusal(
            .notThere, move + "1 - 1}) that does not exist - there are only 1 rows in section 1 after the update",
            items: Changes(moves: pairs((path(0, 0), path(1, 1)))), to: before)
        expectRefusal(
            .notThere,
            move + "2 - 0}) in a section that does not exist - there are only 2 sections after the update",
            items: Changes(moves: pairs((path(0, 0), path(2, 0)))), to: before)
    }

    @Test func `sections that are not there cannot go, be reloaded, move or come`() {
        let deletion = "attempt to delete section 2, but there are only 2 sections before the update"
        expectRefusal(.notThere, deletion, sections: Changes(deletions: [2]), to: before)
        expectRefusal(.notThere, deletion, sections: Changes(updates: pairs((2, 1))), to: before)
        let insertion = "attempt to insert section 2 but there are only 2 sections after the update"
        expectRefusal(.notThere, insertion, sections: Changes(insertions: [2]), to: before)
        let move = "attempt to move section 2, but there are only 2 sections before the update"
        expectRefusal(.notThere, move, sections: Changes(moves: pairs((2, 0))), to: before)
        let target = "attempt to move section 0 to section 2, but there are only 2 sections after the update"
        expectRefusal(.notThere, target, sections: Changes(moves: pairs((0, 2))), to: before)
    }

    // MARK: Two changes of one thing

    @Test func `one row does not go, get reloaded or move twice`() {
        let moves = pairs((path(0, 0), path(1, 0)))
        let after = shelves([1], [0, 2])
        let moved = "attempt to perform a delete and a move from the same index path ({length = 2, path = 0 - 0})"
        expectRefusal(.conflict, moved, items: Changes(deletions: [path(0, 0)], moves: moves), to: after)
        let updates = pairs((path(0, 0), path(1, 0)))
        expectRefusal(.conflict, moved, items: Changes(moves: moves, updates: updates), to: after)
        let reloaded = "attempt to delete and reload the same index path ({length = 2, path = 0 - 0})"
        expectRefusal(.conflict, reloaded, items: Changes(deletions: [path(0, 0)], updates: updates), to: after)
        let twice = "attempt to perform two moves from the same index path ({length = 2, path = 0 - 0})"
        let both = pairs((path(0, 0), path(1, 0)), (path(0, 0), path(1, 1)))
        expectRefusal(.conflict, twice, items: Changes(moves: both), to: after)
    }

    @Test func `no two rows arrive at one place`() {
        let after = shelves([1], [0, 2])
        let inserted = "attempt to perform an insert and a move to the same index path ({length = 2, path = 1 - 0})"
        let changes = Changes(insertions: [path(1, 0)], moves: pairs((path(0, 0), path(1, 0))))
        expectRefusal(.conflict, inserted, items: changes, to: after)
        let twice = "attempt to perform two moves to the same index path ({length = 2, path = 1 - 0})"
        let both = pairs((path(0, 0), path(1, 0)), (path(0, 1), path(1, 0)))
        expectRefusal(.conflict, twice, items: Changes(moves: both), to: after)
    }

    @Test func `one section does not go, get reloaded or move twice, and no two arrive at one place`() {
        let moves = pairs((0, 1))
        let moved = "attempt to perform a delete and a move from the same section (0)"
        expectRefusal(.conflict, moved, sections: Changes(deletions: [0], moves: moves), to: before)
        expectRefusal(.conflict, moved, sections: Changes(moves: moves, updates: moves), to: before)
        let reloaded = "attempt to delete and reload the same section (0)"
        expectRefusal(.conflict, reloaded, sections: Changes(deletions: [0], updates: moves), to: before)
        let inserted = "attempt to perform an insert and a move to the same section (1)"
        expectRefusal(.conflict, inserted, sections: Changes(insertions: [1], moves: moves), to: before)
        let twice = "attempt to perform two moves from the same section (0)"
        expectRefusal(.conflict, twice, sections: Changes(moves: pairs((0, 1), (0, 0))), to: before)
        let target = "attempt to perform two moves to the same section (0)"
        expectRefusal(.conflict, target, sections: Changes(moves: pairs((1, 0), (0, 0))), to: before)
    }

    // MARK: Counts

    @Test func `the number of sections fits`() {
        let message =
            "Invalid update: invalid number of sections.  The number of sections contained in the table view after the "
            + "update (1) must be equal to the number of sections contained in the table view before the update (2), "
            + "plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted)."
        expectRefusal(.count, message, to: shelves([0, 1]))
    }

    @Test func `the number of rows in a section fits`() {
        func message(_ after: Int, _ before: Int, _ counts: String, _ moves: String) -> String {
            "Invalid update: invalid number of rows in section 0.  The number of rows contained in an existing section "
                + "after the update (\(after)) must be equal to the number of rows contained in that section before "
                + "the update (\(before)), plus or minus the number of rows inserted or deleted from that section "
                + "(\(counts)) and plus or minus the number of rows moved into or out of that section (\(moves))."
        }
        let none = "0 moved in, 0 moved out"
        expectRefusal(.count, message(1, 2, "0 inserted, 0 deleted", none), to: shelves([0], [2]))
        let deletion = Changes(
            deletions: [path(0, 0)], insertions: [path(0, 0)], updates: pairs((path(0, 1), path(0, 1))))
        expectRefusal(
            .count, message(3, 2, "2 inserted, 2 deleted", none), items: deletion, to: shelves([0, 1, 5], [2]))
        let move = Changes(moves: pairs((path(0, 0), path(1, 0))))
        expectRefusal(
            .count, message(2, 2, "0 inserted, 0 deleted", "0 moved in, 1 moved out"), items: move,
            to: shelves([1, 5], [0, 2]))
    }
}
