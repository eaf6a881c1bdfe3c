import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What `expectMatchesOracle` records, and where.
struct ExpectMatchesOracleTests {
    /// Runs `body`, which has to record issues at `line`; gives their texts.
    private func issues(at line: Int, _ body: @escaping @Sendable () throws -> Void) throws -> [String] {
        let issues = Shared<[String]>([])
        try expectIssue {
            try body()
        } matching: { issue in
            issues.change { $0.append(issue.comments.first?.rawValue ?? "") }
            return issue.sourceLocation?.line == line
        }
        return issues.value
    }

    @Test func `an update that keeps the laws is no issue`() async throws {
        let source = try ListSource([Book(0), Book(1)])
        let start = source.snapshot
        try await source.replaceAll(with: [Book(1), Book(0, 1), Book(2)])
        expectMatchesOracle(try #require(Update(from: start, to: source.snapshot)))
        let sections = try #require(Update(from: try library(shelves([0], [1])), to: try library(shelves([1, 0]))))
        expectMatchesOracle(sections)
    }

    @Test func `every broken law is an issue, with the versions`() async throws {
        let source = try ListSource([Book(0), Book(1)])
        let start = source.snapshot
        try await source.append(Book(2))
        let wrong = ListChanges(deletions: [0])
        let found = try issues(at: #line + 1) {
            expectMatchesOracle(wrong, from: start, to: source.snapshot)
        }
        #expect(
            found == [
                "law 1 (Fold), v1 → v2: the changes lead astray: at 0 there is Book(1), there should be Book(0)",
                "law 4 (Net), v1 → v2: Book(0) at 0 is among the deletions, but not gone on its own",
                "law 4 (Net), v1 → v2: Book(2) at 2 is new, but not among the insertions",
            ])
    }

    @Test func `a snapshot that edits do not lead to`() throws {
        let found = try issues(at: #line + 1) {
            expectMatchesOracle(try BookList(books: 0, 2), replaying: [.upsert(Book(0)), .upsert(Book(1))])
        }
        #expect(found == ["the snapshot is not what the oracle has: at 1 there is Book(2), there should be Book(1)"])
    }

    @Test func `a derived list is what recomputing makes`() async throws {
        let upstream = try BookList((0..<10_000).map { Book($0, $0 % 3) })
        let derived = try BookList(upstream.filter { $0.state == 0 })
        expectMatchesOracle(derived) { upstream.filter { $0.state == 0 } }
        let found = try issues(at: #line + 1) {
            expectMatchesOracle(derived) { upstream.filter { $0.state == 0 && $0.id != 9 } }
        }
        #expect(found == ["the snapshot is not what the oracle has: at 3 there is Book(9), there should be Book(12)"])
    }

    @Test func `derived sections are what recomputing makes`() async throws {
        let source = try SectionedSource(shelves([0, 2], [1]).map(\.section))
        let books = [Book(0), Book(1), Book(2)]
        @Sendable func grouped() -> [ItemSection<Shelf, Book>] {
            Dictionary(grouping: books) { $0.id % 2 }.sorted { $0.key < $1.key }
                .map { ItemSection(Shelf($0.key), items: $0.value) }
        }
        expectMatchesOracle(source.snapshot) { grouped() }
        try await source.removeSection(id: 1)
        let found = try issues(at: #line + 1) {
            expectMatchesOracle(source.snapshot) { grouped() }
        }
        let reason = "as section 1 there is no section, there should be Shelf(1) (1 instead of 2)"
        #expect(found == ["the snapshot v2 is not what the oracle has: \(reason)"])
    }

    @Test func `what recomputing throws is thrown`() throws {
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try expectMatchesOracle(try BookList(books: 0)) { () throws -> [Book] in throw Broken() }
        }
    }

    @Test func `long descriptions are cut short`() throws {
        struct Essay: Identifiable, Equatable, Sendable {
            let id: Int
            var text = String(repeating: "lorem ipsum ", count: 1_000)
        }
        let found = try issues(at: #line + 1) {
            expectMatchesOracle(try ListSnapshot([Essay(id: 0)])) { [Essay(id: 1)] }
        }
        #expect(found.first.map { $0.count < 400 } == true)
    }
}
