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
            #expect(source.hub.askCount == 0, "seed \(seed): the consumer is left")
        }
    }

    @Test(arguments: someSeeds)
    func `an update is an issue that says what has changed`(seed: UInt64) async {
        let found = await issues {
            try SeededExecutor.run(seed: seed) { executor in
                let source = try ListSource([Note(0)])
                try await expectNoUpdate(from: source, on: executor, "a comment") { try await source.append(Note(1)) }
            }
        }
        let changes = ListChanges(insertions: [1])
        #expect(found == ["a comment: expected no update, but there was an update: v1 → v2: \(changes)"], "seed \(seed)")
    }

    @Test func `what comes and goes between two transactions is seen or not, and always the same with the same seed`()
        async
    {
        @Sendable func found(_ seed: UInt64) async -> [String] {
            await issues {
                try SeededExecutor.run(seed: seed) { executor in
                    let source = try ListSource([Note(0)])
                    try await expectNoUpdate(from: source, on: executor) {
                        try await source.append(Note(1))
                        try await source.remove(id: 1)
                    }
                }
            }
        }
        var seen: Set<Bool> = []
        for seed in someSeeds {
            let (first, second) = (await found(seed), await found(seed))
            #expect(first == second, "seed \(seed)")
            #expect(first.first?.contains("there was 2 updates") ?? true, "seed \(seed): \(first)")
            seen.insert(first.isEmpty)
        }
        #expect(seen.count == 2)
    }

    @Test(arguments: someSeeds)
    func `what was only submitted comes in time to be seen`(seed: UInt64) async {
        let found = await issues {
            try SeededExecutor.run(seed: seed) { executor in
                let source = try ListSource([Note(0)])
                try await expectNoUpdate(from: source, on: executor) { source.submit { try? $0.append(Note(1)) } }
            }
        }
        #expect(found.count == 1, "seed \(seed)")
    }

    @Test(arguments: [(999, 0), (1000, 1)])
    func `what sleeps is waited for as long as is said`(milliseconds: Int, count: Int) async {
        let found = await issues {
            try SeededExecutor.run(seed: 1) { executor in
                let source = try ListSource([Note(0)])
                try await expectNoUpdate(from: source, on: executor, for: .milliseconds(milliseconds)) {
                    executor.start {
                        try? await executor.clock.sleep(for: .seconds(1))
                        _ = try? await source.append(Note(1))
                    }
                }
            }
        }
        #expect(found.count == count)
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

    @Test(arguments: 0..<50) func `on real threads, a commit that comes to something always is one`(round: Int) async {
        let found = await issues {
            let source = try ListSource([Note(0)])
            try await expectNoUpdate(from: source) {
                try await source.append(Note(1))
                try await source.append(Note(2))
            }
        }
        let changes = ListChanges(insertions: [1, 2])
        #expect(found == ["expected no update, but there was an update: v1 → v3: \(changes)"])
    }
}
