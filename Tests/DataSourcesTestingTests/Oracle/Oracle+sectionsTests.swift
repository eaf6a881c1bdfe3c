import DataSources
import DataSourcesTesting
import Testing

/// The oracle of sections.
struct OracleSectionTests {
    let before = shelves([0, 1], [2, 3], [4])
    let after = [
        PlainSection(Shelf(1, 1), [Book(3), Book(2)]), PlainSection(Shelf(7), [Book(0), Book(8)]),
        PlainSection(Shelf(0), [Book(1, 1), Book(9)]),
    ]
    /// Section 2 goes with its book, 7 comes with book 8, 1 moves and is renamed; book 0 crosses, 3 moves, 9 comes.
    let changes = SectionedChanges(
        sections: Changes(deletions: [2], insertions: [1], moves: pairs((1, 0)), updates: pairs((1, 0))),
        items: Changes(
            insertions: [path(2, 1)], moves: pairs((path(1, 1), path(0, 0)), (path(0, 0), path(1, 0))),
            updates: pairs((path(0, 1), path(2, 0)))))

    private func violations(_ change: (inout SectionedChanges) -> Void) -> [String] {
        var changes = changes
        change(&changes)
        return Oracle.violations(of: changes, from: before, to: after).map(\.description)
    }

    @Test func `right changes break nothing`() throws {
        #expect(violations { _ in } == [])
        #expect(try Oracle.apply(changes, to: before, takingFrom: after) == after)
        #expect(try Oracle.apply(changes.inverted, to: after, takingFrom: before) == before)
    }

    @Test func `the net difference of sections`() {
        let net = Oracle.net(from: before, to: after)
        #expect(net.sections.deletions == [2] && net.sections.insertions == [1] && net.sections.fewestMoves == [1])
        #expect(net.items.crossings == [PositionPair(before: path(0, 0), after: path(1, 0))])
        #expect(net.items.fewestMoves == [1, 0, 0])
        #expect(net.items.insertions == [path(2, 1)] && net.items.deletions == [])
        #expect(net.items.updates == [PositionPair(before: path(0, 1), after: path(2, 0))])
    }

    @Test func `law 4: sections`() {
        #expect(
            violations { $0.sections.updates = PositionPairs() }.contains(
                "law 4 (Net): section Shelf(1) became Shelf(1, 1), but 1→0 is not among the updates"))
        #expect(
            violations { $0.sections.deletions = [] }.contains(
                "law 4 (Net): section Shelf(2) at 2 is gone, but not among the deletions"))
    }

    @Test func `law 4: items of sections that come and go are not listed`() {
        #expect(
            violations { $0.items.deletions = [path(2, 0)] } == [
                "law 4 (Net): Book(4) at 2.0 is among the deletions, but not gone on its own"
            ])
        #expect(
            violations { $0.items.insertions = [path(1, 1), path(2, 1)] }.contains(
                "law 4 (Net): Book(8) at 1.1 is among the insertions, but not new on its own"))
    }

    @Test func `law 11: an item that changes section is one move`() {
        let wrong = violations { $0.items.moves = pairs((path(1, 1), path(0, 0))) }
        let message = "law 11 (Fewest moves): Book(0) changed section, but 0.0→1.0 is not among the moves"
        #expect(wrong.contains(message))
    }

    @Test func `law 11: moves within a section`() {
        let wrong = violations {
            $0.items.moves = pairs(
                (path(1, 1), path(0, 0)), (path(1, 0), path(0, 1)), (path(0, 0), path(1, 0)))
        }
        #expect(wrong == ["law 11 (Fewest moves): moves within section 0: 2, the fewest are 1"])
    }

    @Test func `law 1: what cannot be applied`() {
        func fold(_ change: (inout SectionedChanges) -> Void) -> String? {
            violations(change).first { $0.hasPrefix("law 1 ") }.map { String($0.dropFirst("law 1 (Fold): ".count)) }
        }
        #expect(fold { $0.items.deletions = [path(3, 0)] } == "3.0 is deleted, but there is no such path before")
        #expect(fold { $0.items.insertions = [path(2, 2)] } == "2.2 is inserted, but there is no such path after")
        #expect(fold { $0.items.deletions = [path(0, 0)] } == "0.0 is to leave twice")
        #expect(
            fold { $0.items.moves = pairs((path(1, 1), path(0, 5))) }
                == "0.5 is moved to, but there is no such path after")
        #expect(fold { $0.sections.insertions = [0, 1] } == "two things arrive at 0")
        #expect(
            fold { $0.items.updates = pairs((path(0, 0), path(2, 0))) }
                == "0.0→2.0 is updated to Book(1, 1), but is another one")
    }

    @Test func `the first thing that differs`() {
        func difference(_ change: (inout [PlainSection<Shelf, Book>]) -> Void) -> String? {
            var found = before
            change(&found)
            return Oracle.firstDifference(between: found, and: before)
        }
        #expect(difference { _ in } == nil)
        #expect(difference { $0[1].header.state = 1 } == "section 1 is Shelf(1, 1), it should be Shelf(1)")
        #expect(difference { $0[1].items[0].state = 1 } == "at 1.0 there is Book(2, 1), there should be Book(2)")
        #expect(
            difference { $0[0].items.removeLast() }
                == "at 0.1 there is no item of section 0, there should be Book(1) (1 instead of 2)")
        #expect(
            difference { $0[0].items.append(Book(9)) }
                == "at 0.2 there is Book(9), there should be no item of section 0 (3 instead of 2)")
        #expect(
            difference { $0.removeLast() }
                == "as section 2 there is no section, there should be Shelf(2) (2 instead of 3)")
    }

    @Test func `a hundred thousand items in a thousand sections`() throws {
        var random = SeededGenerator(seed: 6)
        func sections(_ books: [Int]) -> [PlainSection<Shelf, Book>] {
            (0..<1_000).map { PlainSection(Shelf($0), books[$0 * 100..<$0 * 100 + 100].map { Book($0) }) }
        }
        let (old, new) = (sections(Array(0..<100_000)), sections((0..<100_000).shuffled(using: &random)))
        let changes = try library(new).changes(from: library(old))
        // About 0.2 s optimized, 4 s not.
        let time = ContinuousClock().measure { #expect(Oracle.violations(of: changes, from: old, to: new) == []) }
        #expect(time < .seconds(30))
    }
}
