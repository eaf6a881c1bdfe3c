import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 7 and 15: code of the user's that runs inside a source, in a transaction or in `hash` and `==` of an id, calls
/// back into the source.
struct ReentryLaws {
    @Test func `laws 7 and 15: a lookup inside a transaction finds what is published`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<100).map { Row($0, $0) })
            try await source.transaction { draft in
                for id in 100..<400 {
                    try draft.remove(id: id - 100)
                    try draft.append(Row(id, id))
                    source.assumeIsolated { source in
                        #expect(source.item(id: id) == nil && source.position(of: id) == nil)
                        #expect(source.item(id: id % 100) == Row(id % 100, id % 100))
                        #expect(source.position(of: id % 100) == id % 100)
                    }
                }
            }
            #expect(source.snapshot.map(\.id) == Array(300..<400))
            #expect(await source.position(of: 399) == 99)
        }
    }

    @Test func `laws 7 and 15: a lookup inside a transaction of sections finds what is published`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try SectionedSource([ItemSection(Row(0), items: (0..<100).map { Row($0, $0) })])
            try await source.transaction { draft in
                try draft.insertSection(ItemSection(Row(1)), at: 0)
                for id in 100..<400 {
                    try draft.removeItem(id: id - 100)
                    try draft.appendItem(Row(id, id), toSection: 1)
                    source.assumeIsolated { source in
                        #expect(source.item(id: id) == nil && source.path(of: id) == nil)
                        #expect(source.path(of: id % 100) == ItemPath(section: 0, item: id % 100))
                        #expect(source.section(id: 1) == nil && source.sectionPosition(of: 0) == 0)
                    }
                }
            }
            #expect(await source.sectionPosition(of: 0) == 1)
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: ids that call the source from hash and equality corrupt nothing`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<30).map { CallingItem($0) })
            let derived = source.filter { $0.value % 3 != 2 }.sorted { $0.id.number > $1.id.number }
            let random = Shared(Random(seed: seed))
            let call: @Sendable () -> Void = {
                // What it calls does not call again.
                CallingID.$call.withValue(nil) {
                    switch random.change({ $0.below(40) }) {
                    case 0: _ = source.snapshot.count
                    case 1: _ = source.subscribe()
                    case 2: source.submit { if $0.count > 9 { try $0.update(at: 3) { $0.value += 1 } } }
                    case 3: _ = derived.updates(since: nil)
                    case 4: _ = source.snapshot[id: CallingID(number: 4)]
                    default: break
                    }
                }
            }
            try await CallingID.$call.withValue(call) {
                for step in 0..<80 {
                    let number = random.change { $0.below(60) }
                    switch random.change({ $0.below(4) }) {
                    case 0: _ = try? await source.remove(id: CallingID(number: number))
                    case 1: _ = await source.item(id: CallingID(number: number))
                    case 2: try await source.replaceAll(with: (number..<number + 30).map { CallingItem($0, step) })
                    default: try await source.upsert(CallingItem(number, step))
                    }
                    _ = await derived.snapshot.count
                }
            }
            try await source.transaction { _ in }
            let expected = source.snapshot.filter { $0.value % 3 != 2 }.sorted { $0.id.number > $1.id.number }
            #expect(await Array(derived.snapshot) == expected)
        }
    }

    @Test(arguments: [true, false])
    func `law 15: the hash of an id looked up edits and finishes the source it is looked up in`(finishes: Bool) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<100).map { CallingItem($0) })
            let call: @Sendable () -> Void = {
                CallingID.$call.withValue(nil) {
                    source.submit { try $0.remove(at: 0) }
                    source.assumeIsolated { source in
                        #expect(source.position(of: CallingID(number: 99)) != nil)
                        if finishes { source.finish() }
                    }
                }
            }
            let found = await CallingID.$call.withValue(call) { await source.item(id: CallingID(number: 99)) }
            #expect(found?.id.number == 99)
            #expect(source.hub.isFinished == finishes)
            #expect(await source.item(id: CallingID(number: 0)) == nil)
            #expect(source.snapshot.count < 100)
        }
    }
}

/// An id whose `hash` and `==` call what the task says.
private struct CallingID: Hashable, Sendable {
    @TaskLocal static var call: (@Sendable () -> Void)?
    let number: Int

    static func == (left: CallingID, right: CallingID) -> Bool {
        call?()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        Self.call?()
        hasher.combine(number)
    }
}

private struct CallingItem: Identifiable, Equatable, Sendable {
    let id: CallingID
    var value: Int

    init(_ number: Int, _ value: Int = 0) {
        id = CallingID(number: number)
        self.value = value
    }
}
