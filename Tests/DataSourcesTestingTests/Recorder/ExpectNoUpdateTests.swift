import DataSources
import DataSourcesTesting
import Testing

struct `Expect no update` {
    @Test(arguments: someSeeds)
    func `nothing is an issue as long as nothing is delivered`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            let receipt = try await expectNoUpdate(from: source, on: executor) {
                try await source.transaction { list in
                    try list.append(Note(1))
                    try list.remove(id: 1)
                }
                source.suspendPublishing()
                try await source.append(Note(2))
                return try await source.remove(id: 2)
            }
            source.resumePublishing()
            #expect(receipt == source.hub.version, "seed \(seed)")
            #expect(source.hub.demandCount == 0, "seed \(seed): the consumer is left")
        }
    }

    @Test func `an update is an issue that says what has changed, where it was not expected`() throws {
        let line = #line + 4
        try expectIssue {
            try SeededExecutor.run(seed: 1) { executor in
                let source = try ListSource([Note(0)])
                try await expectNoUpdate(from: source, on: executor, "a comment") { try await source.append(Note(1)) }
            }
        } matching: { issue in
            let text =
                "a comment: expected no update, but there was an update: v1 → v2: \(ListChanges(insertions: [1]))"
            return issue.comments.first?.rawValue == text && issue.sourceLocation?.line == line
        }
    }

    /// What a consumer is given while `body` runs on the executor.
    private func counted(
        _ seed: UInt64,
        for duration: Duration = .zero,
        _ body: @escaping @Sendable (ListSource<Note>, SeededExecutor) async throws -> Void
    ) throws -> Int {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            return try await updates(from: source.subscribe(), on: executor, for: duration) {
                try await body(source, executor)
            }.updates.count
        }
    }

    @Test func `what comes and goes between two transactions is seen or not, and always the same with the same seed`()
        throws
    {
        let (first, second) = try (
            someSeeds.map { try counted($0) { source, _ in try await source.comeAndGo() } },
            someSeeds.map { try counted($0) { source, _ in try await source.comeAndGo() } }
        )
        #expect(first == second && Set(first) == [0, 2])
    }

    @Test(arguments: someSeeds)
    func `what was only submitted comes in time to be seen`(seed: UInt64) throws {
        let count = try counted(seed) { source, _ in source.submit { try? $0.append(Note(1)) } }
        #expect(count == 1, "seed \(seed)")
    }

    @Test(arguments: someSeeds)
    func `what is on the way already counts, and what was delivered does not`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            let subscription = source.subscribe()
            try await source.append(Note(1))
            #expect(try await updates(from: subscription, on: executor) {}.updates.count == 1, "seed \(seed)")
            #expect(try await updates(from: subscription, on: executor) {}.updates.isEmpty, "seed \(seed)")
        }
    }

    @Test(arguments: [(999, 0), (1000, 1)])
    func `what sleeps is waited for as long as is said`(milliseconds: Int, expected: Int) throws {
        let count = try counted(1, for: .milliseconds(milliseconds)) { source, executor in
            executor.start {
                try? await executor.clock.sleep(for: .seconds(1))
                _ = try? await source.append(Note(1))
            }
        }
        #expect(count == expected)
    }

    @Test func `what a body throws is thrown, and nothing is expected then`() async {
        struct Refusal: Error {}
        let found = await issues {
            try SeededExecutor.run(seed: 1) { executor in
                let source = try ListSource([Note(0)])
                try await expectNoUpdate(from: source, on: executor) {
                    try await source.append(Note(1))
                    throw Refusal()
                }
            }
        }
        #expect(found == ["Refusal()"])
    }

    @Test(arguments: 0..<200) func `on real threads, commits that come to nothing are none, at every speed`(round: Int)
        async throws
    {
        let source = try ListSource([Note(0)])
        try await expectNoUpdate(from: source) { try await source.comeAndGo() }
        let subscription = source.subscribe()
        try await expectNoUpdate(from: subscription) {
            try await source.append(Note(1))
            try await source.update(id: 0) { $0.text = 1 }
            try await source.update(id: 0) { $0.text = 0 }
            try await source.remove(id: 1)
        }
        #expect(subscription.lag == 0)
    }

    @Test func `on real threads, a commit that comes to something is one`() async {
        let found = await issues {
            let source = try ListSource([Note(0)])
            try await expectNoUpdate(from: source) {
                try await source.append(Note(1))
                try await source.append(Note(2))
            }
        }
        #expect(found == ["expected no update, but there was an update: v1 → v3: \(ListChanges(insertions: [1, 2]))"])
    }
}
