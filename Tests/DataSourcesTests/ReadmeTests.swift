import DataSources
import Foundation
import TestKit
import Testing

/// What the README shows is compiled, run, and the same text.
struct ReadmeTests {
    struct Employee: Identifiable, Equatable, Sendable {
        let id: Int
        var name = ""
        var salary = 1
    }

    struct Department: Identifiable, Equatable, Sendable {
        let id: String
        var title = ""
    }

    /// The second program of the README; it only compiles, since its loops are endless.
    func usage(
        alice: Employee, bob: Employee, carol: Employee, erin: Employee, fetched: [Employee],
        engineering: Department, sales: Department, render: (ListSnapshot<Employee>) -> Void
    ) async throws {
        // README begins
        let staff = try ListSource([alice, bob])
        try await staff.replaceAll(with: fetched)  // a whole list, compared by id
        let version = try await staff.append(carol)  // each call is one atomic transaction; the version is its receipt
        await staff.settled(at: version)  // every waiting subscriber has received it
        staff.submit { try? $0.append(erin) }  // from synchronous code, first in, first out

        let subscription = staff.subscribe()
        render(subscription.snapshot)  // where you are
        for await update in subscription {  // what comes next; subscription.updates is an AsyncStream
            print(update.changes.insertions, update.changes.moves)  // positions; pairs of positions
            print(update.steps, update.stages, update.inverted)  // an edit at a time; batches that UIKit accepts; undo
        }

        let company = try SectionedSource([ItemSection(engineering, items: [alice]), ItemSection(sales, items: [bob])])
        try await company.moveItem(id: alice.id, toSection: sales.id, at: 0)  // one move

        // Derived sources are sources. Their arguments may change while they are followed.
        let search = Parameter("")
        let found = staff.filter(by: search) { $1.isEmpty || $0.name.contains($1) }.sorted(by: \.name)
        let byPay = found.grouped { $0.salary / 1_000 }.throttled(for: .milliseconds(50))  // at most one in 50 ms
        search.set("li")
        for await update in await byPay.subscribe() { print(update) }
        // README ends
    }

    @Test func `the first program is the quick start`() throws {
        let program = try Repository.text("Examples/Quickstart/Sources/Quickstart/main.swift")
        #expect(try Repository.blocks(of: "README.md").first == program.trimmingCharacters(in: .newlines))
    }

    @Test func `the second program is the one compiled here`() throws {
        let lines = try Repository.text("Tests/DataSourcesTests/ReadmeTests.swift").components(separatedBy: "\n")
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// README begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// README ends") })
        let code = lines[(begin + 1)..<end].map { String($0.dropFirst(8)) }.joined(separator: "\n")
        #expect(try Repository.blocks(of: "README.md").contains(code))
    }

    @Test func `the operator of the article on derived sources is the one compiled in the tests`() throws {
        let article = try Repository.blocks(of: "Sources/DataSources/DataSources.docc/DerivedSources.md")
        let operation = try Repository.text("Tests/DataSourcesTests/Derivation/Pauses.swift")
        #expect(article.contains(operation.trimmingCharacters(in: .newlines)))
    }

    @Test func `the closures that fail, in the article on derived sources, are those compiled in the tests`() throws {
        let article = try Repository.blocks(of: "Sources/DataSources/DataSources.docc/DerivedSources.md")
        let parsing = try Repository.text("Tests/DataSourcesTests/Derivation/Parsing.swift")
        #expect(article.contains(parsing.trimmingCharacters(in: .newlines)))
    }

    @Test func `the second program does what its comments say`() async throws {
        let (alice, bob, carol) = (Employee(id: 1), Employee(id: 2), Employee(id: 3))
        let staff = try ListSource([alice, bob])
        try await staff.append(carol)
        try await staff.update(id: bob.id) { $0.salary += 100 }
        #expect(staff.snapshot[1]?.salary == 101)
        let sales = Department(id: "sales")
        let company = try SectionedSource([
            ItemSection(Department(id: "engineering"), items: [alice, bob]), ItemSection(sales, items: [carol]),
        ])
        let subscription = company.subscribe()
        try await company.transaction { draft in
            try draft.moveItem(id: alice.id, toSection: sales.id, at: 0)
            try draft.updateSection(id: sales.id) { $0.title = "Field" }
        }
        #expect(company.snapshot[ItemPath(section: 1, item: 0)] == alice)
        let update = try #require(await subscription.next())
        #expect(update.changes.moves.map(\.after) == [ItemPath(section: 1, item: 0)])
        #expect(update.changes.sections.updates.map(\.after) == [1])
    }
}
