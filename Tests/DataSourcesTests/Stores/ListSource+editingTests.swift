import DataSources
import Testing

/// Each shorthand of a list source is one transaction with the edit of its name.
struct `Shorthands of a list source` {
    private typealias Source = ListSource<Row>

    /// Makes an edit by a shorthand and in a draft, and compares states and versions.
    private func expectSame(
        _ shorthand: (Source) async throws -> Version,
        _ edit: @Sendable (inout ListDraft<Row>) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let rows = [3, 1, 4, 0, 5].map { Row($0) }
        let source = try Source(rows)
        let version = try await shorthand(source)
        var draft = try ListDraft(rows)
        try edit(&draft)
        let expected = draft.snapshot
        #expect(source.snapshot == expected, sourceLocation: sourceLocation)
        #expect(version.number == 2 && source.hub.version == version, sourceLocation: sourceLocation)
    }

    @Test func `inserting`() async throws {
        let new = Row(9)
        try await expectSame({ try await $0.insert(new, at: 2) }, { try $0.insert(new, at: 2) })
        try await expectSame({ try await $0.insert(new, before: 4) }, { try $0.insert(new, before: 4) })
        try await expectSame({ try await $0.insert(new, after: 4) }, { try $0.insert(new, after: 4) })
        try await expectSame({ try await $0.append(new) }, { try $0.append(new) })
        try await expectSame({ try await $0.upsert(Row(4, 1)) }, { $0.upsert(Row(4, 1)) })
        let more = [Row(7), Row(8)]
        try await expectSame(
            { try await $0.insert(contentsOf: more, at: 1) }, { try $0.insert(contentsOf: more, at: 1) })
        try await expectSame({ try await $0.append(contentsOf: more) }, { try $0.append(contentsOf: more) })
    }

    @Test func `updating`() async throws {
        try await expectSame({ try await $0.update(Row(4, 2)) }, { try $0.update(Row(4, 2)) })
        try await expectSame({ try await $0.update(id: 4) { $0.value = 3 } }, { try $0.update(id: 4) { $0.value = 3 } })
        try await expectSame({ try await $0.update(at: 4) { $0.value = 3 } }, { try $0.update(at: 4) { $0.value = 3 } })
    }

    @Test func `removing`() async throws {
        try await expectSame({ try await $0.remove(id: 4) }, { try $0.remove(id: 4) })
        try await expectSame({ try await $0.remove(at: 1) }, { try $0.remove(at: 1) })
        try await expectSame({ try await $0.removeSubrange(1..<3) }, { try $0.removeSubrange(1..<3) })
        try await expectSame({ try await $0.removeAll { $0.id > 2 } }, { $0.removeAll { $0.id > 2 } })
        try await expectSame({ try await $0.removeAll() }, { $0.removeAll() })
    }

    @Test func `moving`() async throws {
        try await expectSame({ try await $0.move(id: 4, to: 0) }, { try $0.move(id: 4, to: 0) })
        try await expectSame({ try await $0.move(id: 4, before: 3) }, { try $0.move(id: 4, before: 3) })
        try await expectSame({ try await $0.move(id: 4, after: 5) }, { try $0.move(id: 4, after: 5) })
        try await expectSame({ try await $0.move(from: 4, to: 1) }, { try $0.move(from: 4, to: 1) })
        try await expectSame({ try await $0.sort { $0.id < $1.id } }, { $0.sort { $0.id < $1.id } })
    }

    @Test func `replacing`() async throws {
        let new = [Row(7), Row(4, 1)]
        try await expectSame(
            { try await $0.replaceSubrange(2..<4, with: new) }, { try $0.replaceSubrange(2..<4, with: new) }
        )
        try await expectSame({ try await $0.replaceAll(with: new) }, { try $0.replaceAll(with: new) })
        try await expectSame(
            { try await $0.apply([.insert(Row(9), at: 0), .remove(at: 2)]) },
            { list in
                try list.insert(Row(9), at: 0)
                try list.remove(at: 2)
            }
        )
    }
}
