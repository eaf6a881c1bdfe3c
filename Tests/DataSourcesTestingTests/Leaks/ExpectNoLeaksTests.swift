import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct `Expect no leaks` {
    private final class Node: Sendable {
        let next = Shared<Node?>(nil)
    }

    @Test func `sources, subscriptions and items go, synchronously`() throws {
        try expectNoLeaks { leaks in
            let source = leaks.watch(try ListSource([leaks.item(1), leaks.item(2)]))
            leaks.watch(source.subscribe())
        }
    }

    @Test func `and on real threads, after updates and cancellation`() async throws {
        try await expectNoLeaks(cycles: 500) { leaks in
            let source = leaks.watch(try ListSource([leaks.item(1)]))
            let subscription = leaks.watch(source.subscribe())
            let task = Task { for await _ in subscription {} }
            try await source.append(leaks.item(2))
            _ = await source.subscribe(since: ListSnapshot()).next()
            task.cancel()
            await task.value
        }
    }

    @Test(arguments: seeds(10))
    func `and on the executor, whatever was started and cancelled`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            try await expectNoLeaks(on: executor, cycles: 100) { leaks in
                let source = leaks.watch(try ListSource([leaks.item(1)]))
                let subscription = leaks.watch(source.subscribe())
                let task = Task(executorPreference: executor) { for await _ in subscription.updates {} }
                source.submit { $0.upsert(leaks.item(2)) }
                task.cancel()
            }
        }
    }

    @Test func `a recorder and faulty subscribers leave nothing either`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            try await expectNoLeaks(on: executor, cycles: 100) { leaks in
                let source = leaks.watch(try ListSource([leaks.item(1)]))
                try await withRecorder(source.subscribe()) { recorder in
                    leaks.watch(recorder)
                    async let report = FaultySubscriber(source, .cancelled(whileAskingAfter: 0)).run()
                    try await recorder.record(until: .version(source.append(leaks.item(2))))
                    _ = try await report
                }
            }
        }
    }

    @Test func `what lives is an issue that names types, numbers and the first cycle, where it was not expected`()
        throws
    {
        let kept = Shared<[any Sendable]>([])
        let line = #line + 2
        try expectIssue {
            expectNoLeaks(cycles: 100, "a comment") { leaks in
                let (node, token) = (leaks.watch(Node()), leaks.token())
                leaks.watch(Shared(0))
                if kept.value.count < 6 { kept.change { $0 += [node, token] } }
            }
        } matching: { issue in
            let text = "a comment: after 100 cycles there still live 3 of 100 Node, 3 of 100 token; "
            return issue.comments.first?.rawValue == text + "the first was left behind by cycle 0"
                && issue.sourceLocation?.line == line
        }
    }

    @Test func `the first cycle of which something is left is told, and a cycle of references is found`() async {
        let found = await issues {
            let cycles = Shared(0)
            expectNoLeaks(cycles: 10) { leaks in
                let (first, second) = (leaks.watch(Node()), leaks.watch(Node()))
                first.next.change { $0 = second }
                let cycle = cycles.change { cycles in
                    cycles += 1
                    return cycles
                }
                if cycle == 4 { second.next.change { $0 = first } }
            }
            let kept = Shared<Census.Item?>(nil)
            expectNoLeaks(cycles: 10) { leaks in
                let item = leaks.item(cycles.value)
                cycles.change { $0 += 1 }
                if cycles.value == 17 { kept.change { $0 = item } }
            }
            kept.change { $0 = nil }
        }
        #expect(
            found == [
                "after 10 cycles there still live 2 of 20 Node; the first was left behind by cycle 3",
                "after 10 cycles there still live 1 of 10 token; the first was left behind by cycle 6",
            ]
        )
    }

    @Test func `on the executor, what still sleeps at the end is a leak`() throws {
        let executor = SeededExecutor(seed: 1)
        try expectIssue {
            try executor.run { executor in
                try await expectNoLeaks(on: executor, cycles: 3) { leaks in
                    let source = leaks.watch(try ListSource([leaks.item(1)]))
                    executor.start {
                        try? await executor.clock.sleep(for: .seconds(1))
                        withExtendedLifetime(source) {}
                    }
                }
                try await executor.clock.sleep(for: .seconds(2))
            }
        } matching: {
            $0.comments.first?.rawValue.contains("3 of 3 ListSource<Item>, 3 of 3 token") == true
        }
    }

    @Test func `memory is for what lives, not for what was watched`() {
        let most = Shared(0)
        expectNoLeaks(cycles: 10_000) { leaks in
            leaks.watch(Node())
            let remembered = leaks.remembered
            most.change { $0 = max($0, remembered) }
        }
        #expect(most.value <= 64)
    }

    @Test func `what a body throws is thrown, and nothing is expected then`() {
        struct Refusal: Error {}
        let kept = Shared<Node?>(nil)
        #expect(throws: Refusal.self) {
            try expectNoLeaks { leaks in
                let node = leaks.watch(Node())
                kept.change { $0 = node }
                throw Refusal()
            }
        }
    }

    @Test func `objects are watched from many threads at once`() async {
        await expectNoLeaks(cycles: 20) { leaks in
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { for _ in 0..<200 { leaks.watch(Node()) } } }
            }
        }
    }
}
