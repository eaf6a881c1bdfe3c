import DataSources
import DataSourcesTesting
import Testing

struct SectionedUpdateTests {
    static let before = [
        PlainSection(Heading(0), [Row(0), Row(1)]), PlainSection(Heading(1), [Row(2), Row(3)]),
        PlainSection(Heading(2), [Row(4)]),
        PlainSection(Heading(3), [Row(5), Row(6)]),
    ]
    /// Section 2 goes, 3 moves to the front; row 0 changes, 1 goes, 2 moves to another section.
    static let after = [
        PlainSection(Heading(3), [Row(5), Row(6)]), PlainSection(Heading(0, 1), [Row(0, 1), Row(2)]),
        PlainSection(Heading(1), [Row(3), Row(7)]),
    ]
    let update: Update<RowSections>

    init() throws {
        let (old, new) = (try SectionedSnapshot(plain: Self.before), try SectionedSnapshot(plain: Self.after))
        update = try #require(Update(from: old, to: new))
    }

    @Test func `it brings an array of sections from before to after`() throws {
        var content = Self.before.map(\.section)
        try update.apply(to: &content)
        #expect(content.map(PlainSection.init) == Self.after)
        try update.inverted.apply(to: &content)
        #expect(content.map(PlainSection.init) == Self.before)
    }

    @Test func `rows that the update does not speak of stay as the array has them`() throws {
        var content = Self.before
        content[3].items[0].value = 9
        var sections = content.map(\.section)
        try update.apply(to: &sections)
        #expect(sections[0].items[0] == Row(5, 9))
    }

    /// Arrays that differ from the state before in one thing, each by what it is.
    static let strangers: [(String, @Sendable (inout [PlainSection]) -> Void)] = [
        ("no sections", { $0 = [] }),
        ("a section too many", { $0.append(PlainSection(Heading(9))) }),
        ("another section where one is deleted", { $0[2].header = Heading(9) }),
        ("another section where one is moved", { $0[3].header = Heading(9) }),
        ("another section where one is updated", { $0[0].header = Heading(9) }),
        ("another section where one stays", { $0[1].header = Heading(9) }),
        ("a row too few", { $0[0].items.removeLast() }),
        ("a row too many", { $0[1].items.append(Row(9)) }),
        ("another row where one is removed", { $0[0].items[1] = Row(9) }),
        ("another row where one is updated", { $0[0].items[0] = Row(9) }),
        ("another row where one is moved", { $0[1].items[0] = Row(9) }),
    ]

    @Test(arguments: strangers.indices)
    func `an array that it does not start from is left as it was`(index: Int) {
        let (what, spoil) = Self.strangers[index]
        var plain = Self.before
        spoil(&plain)
        var content = plain.map(\.section)
        #expect(code { try update.apply(to: &content) } == .baseMismatch, "\(what)")
        #expect(content.map(PlainSection.init) == plain, "\(what)")
    }

    @Test func `it is applied to the snapshot before and to no other`() throws {
        #expect(try update.applied(to: update.before) == update.after)
        #expect(try update.applied(to: SectionedSnapshot(plain: Self.before)) == update.after)
        #expect(code { _ = try update.applied(to: update.after) } == .baseMismatch)
        #expect(code { _ = try update.followed(by: update) } == .gap)
        #expect(try update.followed(by: update.inverted) == nil, "law 4")
    }
}
