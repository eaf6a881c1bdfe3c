import DataSources

/// How many differences are computed for subscribers: as many as there are distinct steps, and none for nobody.
enum DifferenceGates {
    static func count(into counts: inout Counts) {
        counts.add(.differences, "1,000 subscribers in lockstep, 100 commits", lockstep(1_000, commits: 100))
        counts.add(.differences, "1,000 subscribers that do not ask, 100 commits", idle(1_000, commits: 100))
        counts.add(.differences, "1 subscriber that asks after 100 commits", stalled(commits: 100))
        counts.add(
            .differences, "100 subscribers, each asks after so many commits as is its number; 100 commits",
            paced(100, commits: 100))
        counts.add(.differences, "100 subscribers in lockstep, sections, 100 commits", sectioned(100, commits: 100))
    }

    private final class Tally: @unchecked Sendable {
        // Sendable: touched by tasks of one loop only, which run on one thread.
        var differences = 0
        var deliveries = 0
    }

    private static func source() -> ListSource<Thing> {
        checked { try ListSource((0..<100).map { Thing($0) }) }
    }

    private static func commit(_ number: Int, _ source: ListSource<Thing>) async {
        _ = try? await source.update(id: number % 100) { $0.number = number + 1 }
    }

    private static func lockstep(_ subscribers: Int, commits: Int) -> Double {
        let tally = Tally()
        SerialLoop.run { loop in
            let source = source()
            for _ in 0..<subscribers {
                let subscription = source.subscribe()
                loop.start { for await _ in subscription { tally.deliveries += 1 } }
            }
            for number in 0..<commits {
                await loop.settle()
                await commit(number, source)
            }
            await source.finish()
            await loop.settle()
            tally.differences = source.hub.differencesComputed
        }
        precondition(tally.deliveries == subscribers * commits, "a delivery is missing")
        return Double(tally.differences)
    }

    private static func idle(_ subscribers: Int, commits: Int) -> Double {
        let tally = Tally()
        SerialLoop.run { loop in
            let source = source()
            let idle = (0..<subscribers).map { _ in source.subscribe() }
            for number in 0..<commits { await commit(number, source) }
            await loop.settle()
            tally.differences = source.hub.differencesComputed
            consume(idle)
        }
        return Double(tally.differences)
    }

    private static func stalled(commits: Int) -> Double {
        let tally = Tally()
        SerialLoop.run { loop in
            let source = source()
            let subscription = source.subscribe()
            for number in 0..<commits { await commit(number, source) }
            let update = await subscription.next()
            precondition(update?.after == source.snapshot, "it was not given the newest state")
            tally.differences = source.hub.differencesComputed
        }
        return Double(tally.differences)
    }

    /// Subscriber *k* asks after every *k*th commit: those that ask after the same two commits share a step.
    private static func paced(_ subscribers: Int, commits: Int) -> Double {
        let tally = Tally()
        SerialLoop.run { loop in
            let source = source()
            let subscriptions = (0..<subscribers).map { _ in source.subscribe() }
            for number in 1...commits {
                await commit(number, source)
                for (place, subscription) in subscriptions.enumerated() where number % (place + 1) == 0 {
                    loop.start {
                        let update = await subscription.next()
                        precondition(update?.after == source.snapshot, "it was not given the newest state")
                    }
                }
                await loop.settle()
            }
            tally.differences = source.hub.differencesComputed
        }
        return Double(tally.differences)
    }

    private static func sectioned(_ subscribers: Int, commits: Int) -> Double {
        let tally = Tally()
        SerialLoop.run { loop in
            let source = checked { try SectionedSource(Workloads.sections(10, of: 10)) }
            for _ in 0..<subscribers {
                let subscription = source.subscribe()
                loop.start { for await _ in subscription { tally.deliveries += 1 } }
            }
            for number in 0..<commits {
                await loop.settle()
                _ = try? await source.updateItem(id: number % 100) { $0.number = number + 1 }
            }
            await source.finish()
            await loop.settle()
            tally.differences = source.hub.differencesComputed
        }
        precondition(tally.deliveries == subscribers * commits, "a delivery is missing")
        return Double(tally.differences)
    }
}

/// What is known not to throw.
func checked<Value: ~Copyable>(_ body: () throws -> Value) -> Value {
    do {
        return try body()
    } catch {
        fatalError("a workload is wrong: \(error)")
    }
}
