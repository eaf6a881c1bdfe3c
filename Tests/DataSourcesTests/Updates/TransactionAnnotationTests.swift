import DataSources
import DataSourcesTesting
import Testing

struct TransactionAnnotationTests {
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(0)])
    }

    private func annotated<Result: Sendable>(
        _ name: String, _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        try await TransactionAnnotation.$current.withValue(name, operation: body)
    }

    @Test func `an update has the annotation of its newest transaction, and no other`() async throws {
        let subscription = source.subscribe()
        try await annotated("first") { [source] in _ = try await source.append(Row(1)) }
        #expect(await subscription.next()?.annotation as? String == "first")
        try await source.append(Row(2))
        let plain = await subscription.next()
        #expect(plain != nil && plain?.annotation == nil)
        try await annotated("second") { [source] in _ = try await source.append(Row(3)) }
        try await source.append(Row(4))
        let both = await subscription.next()
        #expect(both?.after.count == 5 && both?.annotation == nil)
        try await source.append(Row(5))
        try await annotated("third") { [source] in _ = try await source.append(Row(6)) }
        #expect(await subscription.next()?.annotation as? String == "third")
    }

    @Test func `all subscribers see it, also the one whose call waited over a commit without net change`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let tasks = (0..<3).map { number in
                let subscription = source.subscribe()
                return Task(executorPreference: executor) { await subscription.next()?.annotation as? String }
            }
            try await executor.clock.sleep(for: .seconds(1))
            source.suspendPublishing()
            try await source.append(Row(1))
            try await source.remove(id: 1)
            source.resumePublishing()
            try await executor.clock.sleep(for: .seconds(1))
            try await annotated("slide") { [source] in _ = try await source.append(Row(1)) }
            for task in tasks { #expect(await task.value == "slide") }
        }
    }

    @Test func `submitted edits carry the annotation of the task that submitted them`() async throws {
        let subscription = source.subscribe()
        TransactionAnnotation.$current.withValue("drag") { _ = source.submit { try $0.append(Row(1)) } }
        // Performed by this transaction, before its own edit.
        try await source.transaction { try $0.append(Row(2)) }
        #expect(await subscription.next()?.annotation == nil)
        source.submit { try $0.append(Row(3)) }
        await annotated("own") { [source] in _ = await source.item(id: 3) }
        #expect(await subscription.next()?.annotation == nil)
        TransactionAnnotation.$current.withValue("drop") { _ = source.submit { try $0.append(Row(4)) } }
        _ = await source.item(id: 4)
        #expect(await subscription.next()?.annotation as? String == "drop")
    }

    @Test func `it goes through operators, a diamond and a switch`() async throws {
        let selected = Parameter(true)
        let even = source.filter { $0.id.isMultiple(of: 2) }
        let odd = source.filter { !$0.id.isMultiple(of: 2) }
        let subscriptions = await [
            even.map { Row($0.id) }.filter { $0.id >= 0 }.subscribe(),
            even.merged(with: odd).sorted { $0.id > $1.id }.subscribe(),
            selected.switchToLatest { isEven in if isEven { even } else { odd } }.subscribe(),
        ]
        try await annotated("slide") { [source] in _ = try await source.append(Row(2)) }
        for subscription in subscriptions { #expect(await subscription.next()?.annotation as? String == "slide") }
        try await source.append(Row(4))
        for subscription in subscriptions {
            let update = await subscription.next()
            #expect(update != nil && update?.annotation == nil)
        }
    }

    @Test func `it goes from a list and the sources of its items, and from what a switch selects by`() async throws {
        let (selected, child) = (Parameter(true), ListSource<Row>())
        let each = source.combinedWithEach { [child] _ in child }
        let chosen = selected.switchToLatest { [source, child] isFirst in if isFirst { source } else { child } }
        try await source.append(Row(1))
        let (rows, shown) = await (each.subscribe(), chosen.subscribe())
        try await annotated("child") { [child] in _ = try await child.append(Row(2)) }
        #expect(await rows.next()?.annotation as? String == "child")
        try await annotated("base") { [source] in _ = try await source.append(Row(3)) }
        #expect(await rows.next()?.annotation as? String == "base")
        #expect(await shown.next()?.annotation as? String == "base")
        await annotated("choice") { [selected] in _ = selected.set(false) }
        #expect(await shown.next()?.annotation as? String == "choice")
        try await source.append(Row(4))
        try await child.append(Row(5))
        let (row, update) = await (rows.next(), shown.next())
        #expect(row != nil && row?.annotation == nil && update != nil && update?.annotation == nil)
    }

    @Test func `a transaction over several sources annotates each of its commits`() async throws {
        let other = ListSource<Row>(in: source.group)
        let (first, second) = (source.subscribe(), other.subscribe())
        _ = try await annotated("both") { [source] in
            _ = try await transaction(over: source, other) { first, second in
                try first.append(Row(1))
                try second.append(Row(2))
            }
        }
        #expect(await first.next()?.annotation as? String == "both")
        #expect(await second.next()?.annotation as? String == "both")
    }
}
