import DataSources
import DataSourcesViews
import TestKit
import Testing

struct SeparatorsTests {
    /// The neighbours' names: "-" at an end.
    private let separators = Separators<Worker, String> { gap in
        if gap.below?.name == "skip" { return nil }
        return "\(gap.above?.name ?? "-")|\(gap.below?.name ?? "-")"
    }

    private func list(_ names: String...) throws -> ListSnapshot<Worker> {
        try ListSnapshot(names.enumerated().map { Worker($0, $1) })
    }

    @Test func `T26: one stands below each row and one above the first, except where there is none to show`() throws {
        let shown = separators.show(0..<9, of: try list("a", "b", "skip", "c"))
        #expect(shown.map(\.style) == ["-|a", "a|b", "skip|c", "c|-"])
        #expect(shown.map(\.id) == [.above(0), .below(0), .below(2), .below(3)])
    }

    @Test func `a list without rows has no separators`() throws {
        #expect(separators.show(0..<10, of: ListSnapshot()).isEmpty)
        #expect(separators.show(5..<10, of: try list("a", "b")).isEmpty)
        #expect(separators.asked == 0)
    }

    @Test func `neighbours that are not visible count`() throws {
        let shown = separators.show(1..<2, of: try list("a", "b", "c"))
        #expect(shown.map(\.style) == ["b|c"])
    }

    @Test func `the closure is asked again only beside what has changed`() throws {
        var draft = try ListDraft((0..<1_000).map { Worker($0, "\($0)") })
        _ = separators.show(0..<50, of: draft.snapshot)
        #expect(separators.asked == 51)
        _ = separators.show(0..<50, of: draft.snapshot)
        #expect(separators.asked == 51)
        try draft.update(id: 10) { $0.name = "ten" }
        try draft.update(id: 500) { $0.name = "far away" }
        _ = separators.show(0..<50, of: draft.snapshot)
        #expect(separators.asked == 53)
        try draft.move(from: 20, to: 21)
        _ = separators.show(0..<50, of: draft.snapshot)
        #expect(separators.asked == 56)
        try draft.remove(id: 0)
        let shown = separators.show(0..<49, of: draft.snapshot)
        #expect(separators.asked == 57)
        #expect(shown.first?.style == "-|1")
    }

    @Test func `sections have ends of their own`() throws {
        let (first, second) = (try list("a", "b"), try ListSnapshot([Worker(7, "x"), Worker(8, "y")]))
        let shown = separators.show([(1..<2, first), (0..<0, ListSnapshot()), (0..<1, second)])
        #expect(shown.map(\.style) == ["b|-", "-|x", "x|y"])
    }
}
