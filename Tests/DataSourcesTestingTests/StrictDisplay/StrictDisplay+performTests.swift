import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Steps: each valid on its own, or refused.
struct StrictDisplayPerformTests {
    typealias Step = SectionedStep<Shelf, Book>

    @Test func `every kind of step is performed`() throws {
        var display = StrictDisplay(shelves([0, 1], [2]))
        let steps: [Step] = [
            .insertSection(ItemSection(Shelf(5), items: [Book(5)]), at: 1), .moveSection(from: 0, to: 2),
            .updateSection(Shelf(0, 1), at: 2), .removeSection(at: 0), .insertItem(Book(6), at: path(0, 1)),
            .moveItem(from: path(0, 1), to: path(1, 2)), .updateItem(Book(6, 1), at: path(1, 2)),
            .removeItem(at: path(1, 0)),
        ]
        for step in steps { try display.perform(step) }
        #expect(
            display.sections == [PlainSection(Shelf(1), [Book(2)]), PlainSection(Shelf(0, 1), [Book(1), Book(6, 1)])])
    }

    @Test(arguments: [
        (
            Step.insertSection(ItemSection(Shelf(5)), at: 3),
            "attempt to insert section 3 but there are only 3 sections after"
        ),
        (.removeSection(at: 2), "attempt to delete section 2, but there are only 2 sections before"),
        (.updateSection(Shelf(0), at: -1), "attempt to delete section -1, but there are only 2 sections before"),
        (.moveSection(from: 2, to: 0), "attempt to move section 2, but there are only 2 sections before"),
        (.moveSection(from: 0, to: 2), "attempt to move section 0 to section 2, but there are only 2 sections after"),
        (.insertItem(Book(9), at: path(0, 3)), "attempt to insert row 3 into section 0, but there are only 3 rows"),
        (.insertItem(Book(9), at: path(2, 0)), "attempt to insert row 0 into section 2, but there are only 2 sections"),
        (.removeItem(at: path(1, 1)), "attempt to delete row 1 from section 1 which only contains 1 rows"),
        (.updateItem(Book(9), at: path(2, 0)), "attempt to delete row 0 from section 2, but there are only 2 sections"),
        (.moveItem(from: path(1, 1), to: path(0, 0)), "attempt to move index path ({length = 2, path = 1 - 1}) that"),
        (.moveItem(from: path(2, 1), to: path(0, 0)), "attempt to move index path ({length = 2, path = 2 - 1}) from a"),
        (
            .moveItem(from: path(0, 0), to: path(0, 2)),
            "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = 0 - 2}) that"
        ),
        (
            .moveItem(from: path(0, 0), to: path(2, 0)),
            "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = 2 - 0}) in a"
        ),
    ])
    func `a step to or from where nothing is, is refused`(step: Step, message: String) {
        var display = StrictDisplay(shelves([0, 1], [2]))
        let refusal = #expect(throws: DisplayRefusal.self) { try display.perform(step) }
        #expect(refusal?.code == .notThere)
        #expect(refusal?.message.hasPrefix(message) == true, "\(refusal?.message ?? "")")
        #expect(display.sections == shelves([0, 1], [2]))
    }

    @Test(arguments: [
        Step.moveSection(from: 1, to: 1), .updateSection(Shelf(1), at: 1), .moveItem(from: path(0, 1), to: path(0, 1)),
        .updateItem(Book(1), at: path(0, 1)),
    ])
    func `a step that changes nothing is refused`(step: Step) {
        var display = StrictDisplay(shelves([0, 1], [2]))
        let refusal = #expect(throws: DisplayRefusal.self) { try display.perform(step) }
        #expect(refusal?.code == .noEffect)
        #expect(refusal?.message.hasPrefix("the step changes nothing: ") == true)
    }

    @Test func `one thing does not become another`() {
        var display = StrictDisplay(shelves([0, 1], [2]))
        let row = #expect(throws: DisplayRefusal.self) { try display.perform(.updateItem(Book(7), at: path(0, 1))) }
        let message = "row 1 of section 0 shows Book(1), which cannot become Book(7): it has another id"
        #expect(row?.message == message && row?.code == .otherIdentity)
        let section = #expect(throws: DisplayRefusal.self) { try display.perform(.updateSection(Shelf(7), at: 1)) }
        #expect(section?.message == "section 1 shows Shelf(1), which cannot become Shelf(7): it has another id")
    }

    @Test func `steps of a list`() throws {
        var display = StrictDisplay(try BookList(books: 0, 1, 2))
        let steps: [ListStep<Book>] = [
            .remove(at: 0), .insert(Book(3), at: 1), .move(from: 2, to: 0), .update(Book(3, 1), at: 2),
        ]
        for step in steps { try display.perform(step) }
        #expect(display.items == [Book(2), Book(1), Book(3, 1)])
    }
}

/// `expectAccepted`: quiet when all is well, an issue where it is called when not.
struct ExpectAcceptedTests {
    /// Never equal to itself, so that no view ever shows what the data source has.
    struct Reading: Identifiable, Equatable, Sendable {
        let id: Int
        var value = Double.nan
    }

    @Test func `what a view takes is no issue`() throws {
        expectAccepted(try #require(Update(from: try BookList(books: 0, 1), to: try BookList(books: 1, 2))))
        let sections = try #require(Update(from: try library(shelves([0, 1], [2])), to: try library(shelves([2, 1]))))
        expectAccepted(sections)
    }

    @Test func `what a view refuses is an issue for the stages and one for the steps, where it is called`() throws {
        let update = try #require(
            Update(from: try ListSnapshot([Reading(id: 0)]), to: try ListSnapshot([Reading(id: 0), Reading(id: 1)])))
        let issues = Shared<[String]>([])
        let line = #line + 2
        try expectIssue {
            expectAccepted(update)
        } matching: { issue in
            issues.change { $0.append(issue.comments.first?.rawValue ?? "") }
            return issue.sourceLocation?.line == line
        }
        let reason = "the update starts from other content: at 0.0 there is Reading(id: 0, value: nan)"
        #expect(issues.value.count == 2)
        #expect(issues.value.first?.hasPrefix("a view refuses the stages of the update – → –: \(reason)") == true)
        #expect(issues.value.last?.hasPrefix("a view refuses the steps of the update – → –: \(reason)") == true)
    }
}
