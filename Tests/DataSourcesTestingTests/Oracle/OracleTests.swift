import DataSources
import DataSourcesTesting
import Testing

/// The oracle says what the laws say; every broken one is found, with the first thing that is wrong.
struct OracleTests {
    let before = [Book(0), Book(1), Book(2), Book(3)]
    let after = [Book(2), Book(0, 1), Book(4), Book(3)]
    let changes = ListChanges(deletions: [1], insertions: [2], moves: pairs((2, 0)), updates: pairs((0, 1)))

    private func violations(
        _ changes: ListChanges,
        _ before: [Book]? = nil,
        _ after: [Book]? = nil
    ) -> [String] {
        Oracle.violations(of: changes, from: before ?? self.before, to: after ?? self.after).map(\.description)
    }

    @Test func `right changes break nothing`() throws {
        #expect(violations(changes) == [])
        #expect(try Oracle.apply(changes, to: before, takingFrom: after) == after)
        #expect(violations(ListChanges(), before, before) == [])
    }

    @Test func `the net difference of lists`() {
        var net = NetDifference<Int>()
        net.deletions = [1]
        net.insertions = [2]
        net.updates = [PositionPair(before: 0, after: 1)]
        net.fewestMoves = [1]
        #expect(Oracle.net(from: before, to: after) == net)
        #expect(Oracle.net(from: before, to: before).isEmpty && !net.isEmpty)
    }

    @Test func `law 4: a deletion too many or too few`() {
        var wrong = changes
        wrong.deletions = []
        #expect(violations(wrong).contains("law 4 (Net): Book(1) at 1 is gone, but not among the deletions"))
        wrong.deletions = [1, 3]
        #expect(
            violations(wrong).contains("law 4 (Net): Book(3) at 3 is among the deletions, but not gone on its own"))
    }

    @Test func `law 4: an insertion too many or too few`() {
        var wrong = changes
        wrong.insertions = []
        #expect(violations(wrong).contains("law 4 (Net): Book(4) at 2 is new, but not among the insertions"))
        wrong.insertions = [2, 3]
        #expect(
            violations(wrong).contains("law 4 (Net): Book(3) at 3 is among the insertions, but not new on its own"))
    }

    @Test func `law 4: an update too many or too few`() {
        var wrong = changes
        wrong.updates = PositionPairs()
        let missing = "law 4 (Net): Book(0) became Book(0, 1), but 0→1 is not among the updates"
        #expect(violations(wrong).contains(missing))
        #expect(
            violations(wrong).first
                == "law 1 (Fold): the changes lead astray: at 1 there is Book(0), there should be Book(0, 1)")
        wrong.updates = pairs((0, 1), (3, 3))
        let extra = "law 4 (Net): 3→3 is among the updates, but nothing changed from Book(3) there"
        #expect(violations(wrong) == [extra])
    }

    @Test func `law 4: a deletion and an insertion instead of a move`() {
        let wrong = ListChanges(deletions: [0], insertions: [1])
        #expect(
            violations(wrong, [Book(0), Book(1)], [Book(1), Book(0)]) == [
                "law 4 (Net): Book(0) at 0 is among the deletions, but not gone on its own",
                "law 4 (Net): Book(0) at 1 is among the insertions, but not new on its own",
                "law 11 (Fewest moves): moves: 0, the fewest are 1",
            ])
    }

    @Test func `law 11: more moves than necessary`() {
        let wrong = ListChanges(moves: pairs((1, 0), (2, 1)))
        let found = violations(wrong, [Book(0), Book(1), Book(2)], [Book(1), Book(2), Book(0)])
        #expect(found == ["law 11 (Fewest moves): moves: 2, the fewest are 1"])
    }

    @Test func `law 1: what cannot be applied`() {
        func fold(_ changes: ListChanges) -> String? {
            violations(changes).first { $0.hasPrefix("law 1") }.map { String($0.dropFirst("law 1 (Fold): ".count)) }
        }
        #expect(fold(ListChanges(deletions: [4])) == "4 is deleted, but the count before is 4")
        #expect(fold(ListChanges(insertions: [7])) == "7 is inserted, but the count after is 4")
        #expect(fold(ListChanges(moves: pairs((9, 0)))) == "9 is moved, but the count before is 4")
        #expect(fold(ListChanges(deletions: [1], moves: pairs((1, 0)))) == "1 is to leave twice")
        #expect(fold(ListChanges(moves: pairs((0, 9)))) == "something arrives at 9, beyond the end")
        #expect(fold(ListChanges(insertions: [2], moves: pairs((0, 2)))) == "two things arrive at 2")
        #expect(fold(ListChanges(updates: pairs((0, 0)))) == "0→0 is updated to Book(2), but is another one")
        #expect(fold(ListChanges(updates: pairs((5, 0)))) == "5 is updated, but the count before is 4")
        #expect(fold(ListChanges(updates: pairs((0, 5)))) == "5 is updated, but the count after is 4")
    }

    @Test func `law 3: changes of nothing, and nothing for a change`() {
        let empty =
            "law 3 (Never empty): no changes, but the states differ: compared with after, at 0 there is Book(0), "
        #expect(violations(ListChanges()).contains(empty + "there should be Book(2)"))
        let wrong = violations(ListChanges(deletions: [0], insertions: [0]), before, before)
        #expect(wrong.last == "law 3 (Never empty): changes between equal states")
    }

    @Test func `law 10: an id that is there twice`() {
        let twice = violations(ListChanges(insertions: [1]), [Book(0)], [Book(0), Book(0)])
        #expect(twice.first == "law 10 (Unique): the id 0 is there twice after")
    }

    @Test func `the longest increasing run by either way`() {
        var random = SeededGenerator(seed: 3)
        #expect(Oracle.longestIncreasingRun(of: []) == 0)
        #expect(Oracle.longestIncreasingRun(of: [3, 1, 2, 0, 4]) == 3)
        for count in 0..<60 {
            let values = (0..<count).shuffled(using: &random)
            #expect(Oracle.longestByComparing(values) == Oracle.longestByPatience(values))
        }
    }

    @Test func `a hundred thousand items`() throws {
        var random = SeededGenerator(seed: 5)
        let count = 100_000
        let (old, new) = ((0..<count).map { Book($0) }, (0..<count).map { Book($0 + 10) }.shuffled(using: &random))
        let changes = try BookList(new).changes(from: BookList(old))
        // About 0.1 s optimized, 2 s not.
        let time = ContinuousClock().measure { #expect(violations(changes, old, new) == []) }
        #expect(time < .seconds(20))
    }
}
