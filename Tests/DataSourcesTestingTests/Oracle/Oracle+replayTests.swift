import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Edits replayed in arrays do what drafts do, also where they are refused.
struct OracleReplayTests {
    @Test(arguments: seeds(20))
    func `a list's edits at random, some of them impossible`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var plain = [Book(0), Book(1), Book(2)]
        var draft = try ListDraft(plain)
        for _ in 0..<80 {
            let edit = edit(&random)
            let isMade = (try? draft.apply(edit)) != nil
            guard Oracle.apply(edit, to: &plain) == isMade, Array(draft.snapshot) == plain else {
                Issue.record("seed \(seed): \(edit) makes \(draft.snapshot), made: \(isMade); the oracle has \(plain)")
                return
            }
        }
    }

    @Test(arguments: seeds(20))
    func `sections' edits at random, some of them impossible`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var plain = shelves([0, 1], [2])
        var draft = try SectionedDraft(plain.map(\.section))
        for _ in 0..<120 {
            let edit = sectionedEdit(&random)
            let isMade = (try? draft.apply(edit)) != nil
            guard Oracle.apply(edit, to: &plain) == isMade, draft.snapshot.plain == plain else {
                Issue.record("seed \(seed): \(edit) makes \(draft.snapshot), made: \(isMade); the oracle has \(plain)")
                return
            }
        }
    }

    @Test func `a snapshot is what its edits make of a start`() throws {
        let edits: [ListEdit<Book>] = [.upsert(Book(0)), .upsert(Book(1)), .removeID(7), .move(from: 0, to: 1)]
        #expect(Oracle.replay(edits) == [Book(1), Book(0)])
        expectMatchesOracle(try BookList(books: 1, 0), replaying: edits)
        let start = try BookList(books: 1, 5, 0, 2)
        expectMatchesOracle(try BookList(books: 1, 5, 0), replaying: [.remove(at: 3)], onto: start)
        let section = SectionedEdit.insertSection(ItemSection(Shelf(0), items: [Book(0)]), at: 0)
        expectMatchesOracle(try library(shelves([0])), replaying: [section, section])
        #expect(Oracle.replay([section, .removeItemID(0)]) == shelves([]))
    }

    private func edit(_ random: inout SeededGenerator) -> ListEdit<Book> {
        func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) - 1 }
        switch number(6) {
        case -1: return .insert(Book(number(9), number(3)), at: number(7))
        case 0: return .remove(at: number(7))
        case 1: return .move(from: number(6), to: number(6))
        case 2: return .update(Book(number(9), number(3)), at: number(5))
        case 3: return .upsert(Book(number(9), number(3)))
        default: return .removeID(number(9))
        }
    }

    private func sectionedEdit(_ random: inout SeededGenerator) -> SectionedEdit<Shelf, Book> {
        func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) - 1 }
        func path() -> ItemPath { ItemPath(section: number(5), item: number(5)) }
        func book() -> Book { Book(number(12), number(3)) }
        switch number(12) {
        case -1:
            return .insertSection(
                ItemSection(Shelf(number(6)), items: (0..<number(4) + 1).map { _ in book() }), at: number(5))
        case 0: return .removeSection(at: number(8))
        case 1, 2: return .moveSection(from: number(5), to: number(5))
        case 3: return .updateSection(Shelf(number(6), number(3)), at: number(5))
        case 4, 5: return .insertItem(book(), at: path())
        case 6: return .removeItem(at: path())
        case 7: return .moveItem(from: path(), to: path())
        case 8: return .updateItem(book(), at: path())
        case 9: return .upsertItem(book(), inSection: number(6))
        default: return .removeItemID(number(12))
        }
    }
}
