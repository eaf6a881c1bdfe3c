import DataSources

/// Every subscriber receives a version before the next one is committed: nothing conflates, each delivery wakes a task.
///
/// What is delivered is said at ``Fanout``. CPU time is that of the whole process, so of the commit, the delivery and
/// the switching of tasks together.
enum LockstepBenchmark {
    private struct Contestant: Sendable {
        let name: String
        var bars: @Sendable (Int) -> Double? = { _ in nil }
        /// A way whose cost grows with the square of the subscribers is not taken to more than this.
        var mostSubscribers = Int.max
        let run: @Sendable (_ subscribers: Int, _ versions: Int) async -> Outcome
    }

    private struct Outcome {
        var perSecond: Double
        var cpuPerDelivery: Double
        var isComplete: Bool
    }

    static func measure(into report: inout Report, quick: Bool) async throws {
        var contestants = [
            contestant(BareFanout.self),
            contestant(UnboundedStreamFanout.self),
            contestant(SubscriptionFanout.self) { $0 == 1 ? 1 : $0 > 1_000 ? 0.6 : 0.5 },
            contestant(UpdatesFanout.self) { _ in 0.85 },
            contestant(NewestStreamFanout.self),
            contestant(ComparingStreamFanout.self),
            contestant(ChannelFanout.self),
            contestant(SharedFanout<Unbounded>.self, mostSubscribers: quick ? 100 : 1_000),
            contestant(SharedFanout<Bounded>.self, mostSubscribers: quick ? 100 : 1_000),
            contestant(SinkFanout.self),
        ]
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            contestants.append(contestant(ObservationsFanout.self, mostSubscribers: quick ? 1_000 : .max))
        }
        for subscribers in [1, 10, 100, 1_000, 10_000] {
            let deliveries = quick ? 10_000 : 100_000
            await measure(contestants, subscribers, deliveries, rounds: quick ? 3 : 5, into: &report)
        }
    }

    private static func measure(
        _ contestants: [Contestant], _ subscribers: Int, _ deliveries: Int, rounds: Int, into report: inout Report
    ) async {
        var (speeds, costs) = ([String: Sample](), [String: Sample]())
        var incomplete: Set<String> = []
        for _ in 0..<rounds {
            for contestant in contestants
            where subscribers <= contestant.mostSubscribers && !incomplete.contains(contestant.name) {
                let outcome = await contestant.run(subscribers, max(3, deliveries / subscribers))
                if !outcome.isComplete { incomplete.insert(contestant.name) }
                speeds[contestant.name, default: Sample()].values.append(outcome.perSecond)
                costs[contestant.name, default: Sample()].values.append(outcome.cpuPerDelivery)
            }
        }
        let base = costs[UnboundedStreamFanout.name]?.median ?? .nan
        for contestant in contestants {
            if incomplete.contains(contestant.name) {
                print("    \(contestant.name), \(subscribers) subscribers: some never got the last version")
                continue
            }
            guard let speed = speeds[contestant.name], let cost = costs[contestant.name] else { continue }
            let isBase = contestant.name == UnboundedStreamFanout.name
            report.add(
                Row(
                    group: "Lockstep: deliveries per second, and CPU per delivery beside AsyncStream's",
                    name: contestant.name, size: subscribers, value: speed.median, unit: "/s",
                    against: isBase ? nil : "AsyncStream", ratio: isBase ? nil : cost.median / base,
                    bar: contestant.bars(subscribers),
                    work: "lockstep, CPU per delivery, \(contestant.name), \(Report.size(subscribers))"))
        }
        let list = contestants.compactMap { contestant in
            costs[contestant.name].map { "\(contestant.name) \(Int($0.median))" }
        }
        print("    CPU ns per delivery: \(list.joined(separator: ", "))")
    }

    private static func contestant<Way: Fanout>(
        _ way: Way.Type, mostSubscribers: Int = .max, bars: @escaping @Sendable (Int) -> Double? = { _ in nil }
    ) -> Contestant {
        Contestant(name: way.name, bars: bars, mostSubscribers: mostSubscribers) {
            await run(way, subscribers: $0, versions: $1)
        }
    }

    /// Warms up with two versions, then measures.
    private static func run<Way: Fanout>(_: Way.Type, subscribers: Int, versions: Int) async -> Outcome {
        let warmUp = 2
        let crowd = Crowd(Way.self, subscribers: subscribers, versions: warmUp + versions, inLockstep: true)
        return await crowd.run { crowd in
            for version in 1...warmUp {
                await crowd.way.commit(version)
                guard await crowd.allReceived() else { break }
            }
            let watch = Stopwatch()
            for version in warmUp + 1...warmUp + versions {
                await crowd.way.commit(version)
                guard await crowd.allReceived() else { break }
            }
            let (seconds, spent) = (watch.seconds, watch.cpuNanoseconds)
            let deliveries = Double(subscribers * versions)
            return Outcome(
                perSecond: deliveries / seconds,
                cpuPerDelivery: spent / deliveries,
                isComplete: crowd.allEnded(at: warmUp + versions)
                    && crowd.deliveries == subscribers * (warmUp + versions)
            )
        }
    }
}
