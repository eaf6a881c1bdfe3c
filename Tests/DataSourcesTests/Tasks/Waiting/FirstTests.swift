import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Waiting for a state.
struct FirstTests {
    private struct Refused: Error {}

    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(1), Row(2)])
    }

    @Test func `a state that is there is returned without waiting`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            #expect(await source.first { $0.count == 2 }?.count == 2)
            #expect(await source.filter { $0.id > 1 }.first { $0.count == 1 }?.first == Row(2))
            #expect(await source.counted().firstValue { $0 == 2 } == 2)
            #expect(try await source.first(within: .zero, clock: executor.clock) { $0.count == 2 }?.count == 2)
            #expect(executor.clock.now.sinceStart == .zero)
        }
    }

    @Test(arguments: seeds(40))
    func `the first state that satisfies the condition is returned`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let (clock, counts) = (executor.clock, source.filter { $0.id % 2 == 0 }.counted())
            let waits = [
                executor.start(name: "list") { await source.first { $0.count >= 9 }?.count },
                executor.start(name: "value") { await counts.firstValue { $0 >= 5 } },
                executor.start(name: "list in time") {
                    try? await source.first(within: .seconds(5), clock: clock) { $0.count >= 7 }?.count
                },
                executor.start(name: "value in time") {
                    try? await counts.firstValue(within: .seconds(5), clock: clock) { $0 >= 4 }
                },
            ]
            for id in 3...20 {
                try await source.append(Row(id))
                try await clock.sleep(for: .milliseconds(1))
            }
            var found: [Int?] = []
            for wait in waits { found.append(await wait.value) }
            #expect(found == [9, 5, 7, 4])
            #expect(source.hub.demandCount == 0)
        }
    }

    @Test func `a timeout says how long was waited and what there was`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (clock, source) = (executor.clock, source)
            let wait = executor.start(name: "wait") {
                await #expect(throws: TimeoutError.self) {
                    try await source.first(within: .milliseconds(50), clock: clock) { $0.count == 9 }
                }
            }
            await executor.settle()
            try await source.append(Row(3))
            let error = await wait.value
            #expect(clock.now.sinceStart == .milliseconds(50) && error?.timeout == .milliseconds(50))
            #expect(error?.statesSeen == 2)
            let text = error?.description ?? ""
            #expect(text.contains("within 0.05 seconds; 2 did not, the last one was [Row"), "\(text)")
            #expect(source.hub.demandCount == 0)
        }
    }

    @Test func `a source that finishes without such a state gives none`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (clock, source) = (executor.clock, source)
            let waits = [
                executor.start(name: "first") { await source.first { $0.isEmpty } },
                executor.start(name: "first in time") {
                    try? await source.first(within: .seconds(1), clock: clock) { $0.isEmpty }
                },
            ]
            await executor.settle()
            try await source.append(Row(3))
            await source.finish()
            for wait in waits { #expect(await wait.value == nil) }
            #expect(clock.now.sinceStart == .zero)
        }
    }

    @Test func `law 13: who is cancelled gets nothing, and no error`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (clock, source) = (executor.clock, source)
            let first = executor.start(name: "first") { await source.first { $0.isEmpty } }
            let inTime = executor.start(name: "in time") {
                try await source.first(within: .seconds(1), clock: clock) { $0.isEmpty }
            }
            await executor.settle()
            first.cancel()
            inTime.cancel()
            #expect(await first.value == nil)
            #expect(try await inTime.value == nil)
            #expect(source.hub.demandCount == 0 && clock.now.sinceStart == .zero)
        }
    }

    @Test func `an error of the condition ends the wait`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            await #expect(throws: Refused.self) {
                try await source.first { (_: ListSnapshot<Row>) throws(Refused) in throw Refused() }
            }
            await #expect(throws: Refused.self) {
                try await source.first(within: .seconds(1), clock: executor.clock) { _ in throw Refused() }
            }
            #expect(executor.clock.now.sinceStart == .zero)
        }
    }

    @Test func `law 15: any time to wait is one`() throws {
        for timeout in [.seconds(Int64.min), .seconds(-1), .zero] as [Duration] {
            try SeededExecutor.run(seed: 0) { executor async throws in
                let clock = executor.clock
                await #expect(throws: TimeoutError.self) {
                    try await source.first(within: timeout, clock: clock) { $0.isEmpty }
                }
                #expect(try await source.first(within: timeout, clock: clock) { $0.count == 2 }?.count == 2)
            }
        }
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (clock, source) = (executor.clock, source)
            let wait = executor.start(name: "wait") {
                try await source.first(within: .seconds(Int64.max) * 18, clock: clock) { $0.isEmpty }?.count
            }
            await executor.settle()
            try await source.removeAll()
            #expect(try await wait.value == 0)
        }
    }

    @MainActor @Test func `the condition runs on the actor of its caller`() async throws {
        var states: [Int] = []
        let source = source
        async let edit: Void = { try await source.append(Row(3)) }()
        try await source.first(within: .seconds(60)) { state in
            MainActor.assertIsolated()
            states.append(state.count)
            return state.count == 3
        }
        _ = try await edit
        #expect(states.last == 3)
    }
}
