import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// How derived sources pass on whether the stores are connected that they come from.
struct UpstreamStatusTests {
    private typealias Rows = FollowedList<Row, Int>

    private struct Lost: Error {}

    private static let stale = SourceStatus.stale(FollowFailure(Lost(), attempts: 1))
    private static let failed = SourceStatus.failed(FollowFailure(Lost(), attempts: 3))

    @Test func `what is derived from one store has its status, however long the path`() async {
        let rows = Rows()
        let derived = rows.filter { $0.value > 0 }.sorted(by: \.value).grouped { $0.value % 2 }
        let status = derived.upstreamStatus
        for expected in [SourceStatus.loading(0.5), .ready, Self.stale, Self.failed] {
            rows.status.set(expected)
            #expect(await status.snapshot.value == expected)
        }
    }

    @Test func `of several stores the worst is told, and of parts the least`() async {
        let (first, second) = (Rows(), Rows())
        let both = first.merged(with: second).sorted(by: \.value).merged(with: first.filter { $0.value < 0 })
        let status = both.upstreamStatus
        let cases: [(SourceStatus, SourceStatus, SourceStatus)] = [
            (.loading(0.5), .loading(0.25), .loading(0.25)), (.loading(0.5), .loading(nil), .loading(nil)),
            (.loading(0.5), .ready, .loading(0.5)), (.ready, .ready, .ready), (.ready, Self.stale, Self.stale),
            (.loading(0.1), Self.stale, Self.stale), (Self.failed, Self.stale, Self.failed),
            (.finished, .ready, .ready), (.finished, .finished, .finished),
        ]
        for (one, other, expected) in cases {
            for (left, right) in [(one, other), (other, one)] {
                first.status.set(left)
                second.status.set(right)
                #expect(await status.snapshot.value == expected, "\(left), \(right)")
            }
        }
    }

    @Test func `what follows no store is ready, and says so once`() async throws {
        let status = try ListSource([Row(1)]).filter { $0.value > 0 }.upstreamStatus
        var values: [SourceStatus?] = []
        for await update in status.updates() { values.append(update.after.value) }
        #expect(values == [.ready])
    }

    @Test func `a status keeps its store, and ends with it`() async throws {
        weak var gone: Rows?
        let status: DerivedSource<ValueSnapshot<SourceStatus>>
        do {
            let rows = Rows()
            gone = rows
            status = rows.filter { $0.value > 0 }.upstreamStatus
        }
        #expect(gone != nil)
        try await gone?.follow(AsyncStream([.loading(count: 0), .loaded(at: 1), .finished]))
        var last: SourceStatus?
        for await update in status.updates() { last = update.after.value }
        #expect(last == .finished)
    }

    @Test func `law 14: a source of one's own publishes its state and its status at one cut`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let parameter = Parameter(SourceStatus.loading(nil))
            let hub = SnapshotHub(ValueSnapshot(0), status: parameter.hub)
            let own = Own(hub: hub)
            let pairs = own.combined(with: own.upstreamStatus) { "\($0) \($1)" }
            let seen = executor.start(name: "reader") {
                var seen: [String?] = []
                for await update in pairs.updates() { seen.append(update.after.value) }
                return seen
            }
            await executor.settle()
            hub.publish(ValueSnapshot(1), status: .ready)
            await executor.settle()
            hub.publish(ValueSnapshot(2), status: .loading(0.5))
            await executor.settle()
            hub.finish()
            parameter.finish()
            #expect(await seen.value == ["0 loading(nil)", "1 ready", "2 loading(Optional(0.5))"])
        }
    }

    private struct Own: PublishingSource {
        let hub: SnapshotHub<ValueSnapshot<Int>>
    }
}
