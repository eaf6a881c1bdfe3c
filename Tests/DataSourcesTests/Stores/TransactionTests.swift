import DataSources
import Testing

struct TransactionTests {
    private struct Refusal: Error {}
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(1), Row(2)])
    }

    @Test func `a transaction hands out what its closure returns, with the version`() async throws {
        let (removed, version) = try await source.transaction { list in try list.remove(id: 1) }
        #expect(removed == Row(1))
        #expect(version == source.snapshot.version && version.number == 2)
        #expect(try await source.transaction { $0.count }.result == 1)
        let (texts, last) = try await source.transaction { list in
            let texts = list.map { "\($0.id)" }
            list.removeAll()
            return texts
        }
        #expect(texts == ["2"] && last.number == 3)
    }

    @Test func `a transaction whose closure returns nothing gives the version, and so does one that expects it`()
        async throws
    {
        let nothing = try await source.transaction { list in _ = try list.remove(id: 1) }
        #expect(nothing.number == 2)
        let dropped: Version = try await source.transaction { $0.upsert(Row(3)) }
        #expect(dropped.number == 3)
        let sections = SectionedSource<Heading, Row>()
        let (count, version) = try await sections.transaction { draft in
            try draft.appendSection(ItemSection(Heading(0), items: [Row(1)]))
            return draft.itemCount
        }
        #expect(count == 1 && version == sections.snapshot.version)
        let plain = try await sections.transaction { draft in try draft.removeSection(id: 0) } as Version
        #expect(plain.number == 3)
    }

    @Test func `law 7: an assignment that cannot be made takes the whole transaction back`() async throws {
        let before = source.snapshot
        let error = await #expect(throws: EditError.self) {
            try await source.transaction { list in
                try list.append(Row(3))
                list[id: 1] = Row(4)
            }
        }
        #expect(error?.code == .identityChanged && source.snapshot.isIdentical(to: before))
        #expect(source.snapshot.version == before.version)
        let submission = source.submit { $0[id: 2] = Row(5) }
        await #expect(throws: EditError.self) { try await submission.version }
        // The next transaction knows nothing of it.
        try await source.transaction { $0[id: 2]?.value = 7 }
        #expect(Array(source.snapshot) == [Row(1), Row(2, 7)])
        let group = SourceGroup()
        let (left, right) = (try ListSource([Row(1)], in: group), try ListSource([Row(2)], in: group))
        await #expect(throws: EditError.self) {
            try await transaction(over: left, right) { left, right in
                left.removeAll()
                right[id: 2] = Row(3)
            }
        }
        #expect(Array(left.snapshot) == [Row(1)] && left.snapshot.version?.number == 1)
        try await transaction(over: left, right) { left, right in
            left[id: 1]?.value = 4
            right[id: 2] = nil
        }
        #expect(Array(left.snapshot) == [Row(1, 4)] && right.snapshot.isEmpty)
    }

    private static func addPair(_ id: Int, to list: inout ListDraft<Row>) throws(EditError) {
        try list.append(Row(id))
        try list.append(Row(id + 1))
    }

    @Test func `helpers that take the draft join the transaction: one commit`() async throws {
        let version = try await source.transaction { list in
            try Self.addPair(10, to: &list)
            try Self.addPair(20, to: &list)
        }
        #expect(source.snapshot.map(\.id) == [1, 2, 10, 11, 20, 21])
        #expect(version.number == 2)
    }

    @Test func `law 7: a helper that throws takes the whole transaction back`() async throws {
        let subscription = source.subscribe()
        await #expect(throws: EditError.self) {
            try await source.transaction { list in
                try Self.addPair(10, to: &list)
                try Self.addPair(9, to: &list)
            }
        }
        #expect(source.snapshot.map(\.id) == [1, 2] && source.snapshot.version?.number == 1)
        #expect(await source.position(of: 10) == nil)
        #expect(subscription.lag == 0)
    }

    @Test func `law 7: an error that is caught inside leaves the rest of the transaction standing`() async throws {
        try await source.transaction { list in
            try list.append(Row(10))
            do { try list.append(contentsOf: [Row(11), Row(1)]) } catch {}
            do { try list.remove(id: 99) } catch {}
            let refused: (inout Row) throws -> Void = { row in
                row.value = 5
                throw Refusal()
            }
            do { try list.update(id: 2, refused) } catch {}
            try list.append(Row(12))
        }
        #expect(source.snapshot.map { $0 } == [Row(1), Row(2), Row(10), Row(12)])
        #expect(source.snapshot.version?.number == 2)
    }

    @Test func `a throwing transaction does not bar the next one`() async throws {
        await #expect(throws: Refusal.self) { try await source.transaction { _ in throw Refusal() } }
        #expect(try await source.append(Row(3)).number == 2)
    }

    @Test func `law 10: duplicates are named, all of them, by every mutation that could bring them in`() async throws {
        func expectDuplicates(_ ids: [Int], _ edit: () async throws -> Void) async {
            await #expect { try await edit() } throws: {
                guard let error = $0 as? EditError else { return false }
                return error.code == .duplicateItem && Set(error.ids) == Set(ids.map { AnyID($0) })
            }
        }
        await expectDuplicates([1]) { try await source.append(Row(1)) }
        await expectDuplicates([1, 2, 5]) { try await source.append(contentsOf: [5, 1, 2, 5, 6].map { Row($0) }) }
        await expectDuplicates([2, 7]) { try await source.replaceSubrange(0..<1, with: [Row(2), Row(7), Row(7)]) }
        await expectDuplicates([8]) { try await source.replaceAll(with: [Row(8), Row(1), Row(8)]) }
        #expect(source.snapshot.map(\.id) == [1, 2] && source.snapshot.version?.number == 1)
        #expect(throws: EditError.self) { try ListSource([Row(1), Row(1)]) }
    }

    @Test func `an actor-isolated method may call transaction synchronously, several times`() async throws {
        let versions = try await source.addTwice()
        #expect(versions.map(\.number) == [2, 3])
        #expect(await source.position(of: 101) == 3)
    }

    @Test func `law 15: mutations by positions and ids that are not there throw and name them`() async throws {
        for position in [-1, 3, .max, .min] {
            await #expect { try await source.insert(Row(9), at: position) } throws: {
                ($0 as? EditError)?.code == .positionOutOfRange && "\($0)".contains("\(position)")
            }
            await #expect(throws: EditError.self) { try await source.remove(at: position) }
            await #expect(throws: EditError.self) { try await source.move(from: 0, to: position) }
            await #expect(throws: EditError.self) { try await source.update(at: position) { _ in } }
        }
        await #expect { try await source.remove(id: 9) } throws: {
            ($0 as? EditError)?.code == .unknownItem && ($0 as? EditError)?.ids == [AnyID(9)]
        }
        #expect(source.snapshot[-1] == nil && source.snapshot[2] == nil)
        #expect(source.snapshot.version?.number == 1)
    }

    @Test func `a transaction inside a transaction of the same source traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = ListSource<Row>()
            try await source.transaction { _ in
                source.assumeIsolated { source in _ = try? source.transaction { $0.upsert(Row(1)) } }
            }
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        // In release the standard library traps without a word.
        #if DEBUG
        #expect(message.contains("pass the draft on instead"))
        #else
        _ = message
        #endif
    }

    @Test func `a transaction inside a transaction of another source is fine`() async throws {
        try await source.nest(SectionedSource<Row, Row>())
        #expect(source.snapshot.count == 3)
    }
}

extension ListSource where Item == Row {
    fileprivate func addTwice() throws -> [Version] {
        [try transaction { try $0.append(Row(100)) }, try transaction { try $0.append(Row(101)) }]
    }

    fileprivate func nest(_ other: SectionedSource<Row, Row>) throws {
        try transaction { list in
            try list.append(Row(3))
            other.submit { try? $0.appendSection(ItemSection(Row(1))) }
        }
    }
}
