import DataSources
import DataSourcesTesting
import Testing

struct ParameterTests {
    @Test func `law 7: no update is lost, whatever other tasks set meanwhile`() async {
        let counter = Parameter(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<10_000 { counter.update { $0 += 1 } } }
            }
        }
        #expect(counter.value == 40_000)
    }

    @Test func `an update hands out its result, and publishes nothing when nothing changes or it throws`() throws {
        struct Refusal: Error {}
        let parameter = Parameter([1, 2])
        let last = parameter.update { $0.removeLast() }
        #expect(last == 2 && parameter.value == [1])
        let version = parameter.hub.version
        parameter.update { $0 = [1] }
        do {
            try parameter.update { value throws(Refusal) in
                value = []
                throw Refusal()
            }
            Issue.record("it did not throw")
        } catch {}
        #expect(parameter.value == [1] && parameter.hub.version == version)
        parameter.finish()
        #expect(parameter.update { $0.count } == 1)
        parameter.update { $0.append(3) }
        #expect(parameter.value == [1])
    }

    @Test func `law 5: a parameter keeps its newest value, the one it was created with, and no other`() {
        let census = Census()
        let parameter = Parameter(census.item(0))
        for id in 1...10 { parameter.set(census.item(id)) }
        #expect(census.count == 2 && parameter.value.id == 10)
    }

    @Test func `law 7: an update that is overtaken runs again with the newer value`() {
        let parameter = Parameter(1)
        var seen: [Int] = []
        parameter.update { value in
            seen.append(value)
            if seen.count < 3 { parameter.set(value * 10) }
            value += 1
        }
        #expect(seen == [1, 10, 100] && parameter.value == 101 && parameter.hub.version.number == 4)
    }

    @Test func `an update starts from what is held back, and may read the parameter`() {
        let parameter = Parameter(1)
        parameter.suspendPublishing()
        parameter.update { $0 += 1 }
        parameter.update { $0 += parameter.value }
        #expect(parameter.value == 1)
        parameter.resumePublishing()
        #expect(parameter.value == 3)
    }

    @Test func `what is set between two looks conflates, and of an equal value nobody is told`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let search = Parameter("")
            let subscription = search.subscribe()
            search.set("a")
            search.set("al")
            let update = try #require(await subscription.next())
            #expect(update.before.value == "" && update.after.value == "al")
            #expect(ValueSnapshot.violations(of: update) == [])
            var value: String? = ""
            try update.apply(to: &value)
            #expect(value == "al" && update.steps == ["al"] && update.stages == [update])
            search.set("al")
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            #expect(search.hub.demandCount == 1)
            search.set("")
            #expect(await task.value?.after.value == "")
            #expect(search.value == "")
        }
    }

    @Test func `versions rise, and a parameter that goes away ends its subscriptions`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            var search: Parameter<Int>? = Parameter(1)
            let subscription = try #require(search?.subscribe())
            let first = try #require(search?.set(2))
            let second = try #require(search?.set(3))
            #expect(first < second)
            search = nil
            #expect(await subscription.next()?.after.value == 3)
            #expect(await subscription.next() == nil)
        }
    }

    @Test func `what is derived from a list and a parameter ends when both have finished`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (source, least) = (try ListSource([Row(1, 1), Row(2, 2)]), Parameter(2))
            let subscription = await source.filter(by: least) { $0.value >= $1 }.subscribe()
            await source.finish()
            least.set(1)
            #expect(await subscription.next()?.after.count == 2)
            least.finish()
            #expect(await subscription.next() == nil)
            least.set(5)
            #expect(least.value == 1)
        }
    }

    @Test func `a value comes, changes and goes`() throws {
        let (none, one, other) = (ValueSnapshot<Int>(), ValueSnapshot(1), ValueSnapshot(2))
        for before in [none, one, other] {
            for after in [none, one, other, ValueSnapshot(2)] {
                let changes = try #require(after.changes(from: before, isCancelled: nil))
                #expect(changes.isEmpty == (before == after))
                if let update = Update(from: before, to: after) {
                    #expect(ValueSnapshot.violations(of: update) == [])
                    #expect(ValueSnapshot.violations(of: update.inverted) == [])
                    var value = before.value
                    try update.apply(to: &value)
                    #expect(value == after.value)
                }
            }
        }
        var wrong: Int? = 7
        let update = try #require(Update(from: one, to: other))
        #expect(throws: UpdateError.self) { try update.apply(to: &wrong) }
        #expect(wrong == 7)
    }
}
