import DataSources

/// Operations of which allocations and instructions are counted; each hands the meter to `report` under a name.
enum Operations {
    typealias Report = (_ name: String, _ meter: Meter) -> Void

    static func run(_ report: Report) {
        for size in [10_000, 100_000] {
            var list = EditedList(size)
            for verb in EditedList.Verb.allCases {
                var (commits, differences) = (Meter(), Meter(isOn: false))
                list.edit(verb, rounds: 200, commits: &commits) { _, _ in }
                report("\(verb) 1 of \(size): commit", commits)
                (commits, differences) = (Meter(isOn: false), Meter())
                list.edit(verb, rounds: 200, commits: &commits) { before, after in
                    differences.measure { consume(after.changes(from: before)) }
                }
                report("\(verb) 1 of \(size): difference", differences)
            }
        }
        moveTogether(report)
        MirrorOperations.run(report)
        DerivedOperations.run(report)
        PresentationOperations.run(report)
        WireOperations.run(report)
        deliveries(report)
        waiting(report)
        commits(subscribers: 0, "a commit, nobody subscribes", report)
        commits(subscribers: 1_000, "a commit, 1,000 subscribers that do not ask", report)
        commits(subscribers: 1, "a commit, 1 subscriber that does not ask", report)
    }

    /// 2,000 of 100,000 items, from all over the list, that move together in one edit.
    private static func moveTogether(_ report: Report) {
        var draft = Workloads.list(100_000)
        var generator = Generator(state: 3)
        for (name, countsCommits) in [("commit", true), ("difference", false)] {
            var (commits, differences) = (Meter(isOn: countsCommits), Meter(isOn: !countsCommits))
            for _ in 0..<10 {
                let before = draft.snapshot
                let ids = (0..<2_000).map { 50 * $0 + generator.below(50) }
                let target = generator.below(100_000)
                commits.measure { try? draft.move(ids: ids, before: target) }
                let after = draft.snapshot
                differences.measure { consume(after.changes(from: before)) }
            }
            report("move(ids:) 2,000 of 100,000: \(name)", countsCommits ? commits : differences)
        }
    }

    /// From a commit until all have been given it.
    private static func deliveries(_ report: Report) {
        for (name, isStream) in [("a delivery to a waiting subscriber", false), ("  through updates", true)] {
            let box = Box()
            SerialLoop.run { loop in
                let source = checked { try ListSource((0..<100).map { Thing($0) }) }
                for _ in 0..<100 {
                    let subscription = source.subscribe()
                    loop.start {
                        if isStream {
                            for await _ in subscription.updates { box.deliveries += 1 }
                        } else {
                            for await _ in subscription { box.deliveries += 1 }
                        }
                    }
                }
                for number in 0..<60 {
                    await loop.settle()
                    let isWarm = number >= 10
                    if isWarm { box.meter.begin() }
                    _ = try? await source.update(id: number) { $0.number = 1 }
                    await loop.settle()
                    if isWarm { box.meter.end() }
                }
                await source.finish()
                await loop.settle()
            }
            precondition(box.deliveries == 6_000, "a delivery is missing")
            report(name, box.meter.per(100))
        }
    }

    /// Subscribers with their tasks, from when they subscribe until they have been given two updates and wait.
    private static func waiting(_ report: Report) {
        let box = Box()
        SerialLoop.run { loop in
            let source = checked { try ListSource((0..<100).map { Thing($0) }) }
            box.meter.begin()
            for _ in 0..<1_000 {
                let subscription = source.subscribe()
                loop.start { for await _ in subscription { box.deliveries += 1 } }
            }
            await loop.settle()
            for number in 0..<2 {
                _ = try? await source.update(id: number) { $0.number = -1 }
                await loop.settle()
            }
            box.meter.end()
            await source.finish()
            await loop.settle()
        }
        precondition(box.deliveries == 2_000, "a delivery is missing")
        report("a subscriber that waits, with its task", box.meter.per(1_000))
    }

    /// Commits that nobody asks for.
    private static func commits(subscribers: Int, _ name: String, _ report: Report) {
        let box = Box()
        SerialLoop.run { loop in
            let source = checked { try ListSource((0..<1_000).map { Thing($0) }) }
            let idle = (0..<subscribers).map { _ in source.subscribe() }
            // At first leaves are copied that the subscribers hold.
            for number in 0..<3_000 {
                let isWarm = number >= 2_000
                if isWarm { box.meter.begin() }
                _ = try? await source.update(id: number % 1_000) { $0.number = number + 1 }
                if isWarm { box.meter.end() }
            }
            consume(idle)
        }
        report(name, box.meter)
    }

    // Sendable: touched by tasks of one loop only, which run on one thread.
    private final class Box: @unchecked Sendable {
        var meter = Meter()
        var deliveries = 0
    }
}
