/// The bytes that one subscriber costs while it waits, its task included.
enum SubscriberMemoryBenchmark {
    static func measure(into report: inout Report, quick: Bool) async throws {
        let subscribers = quick ? 2_000 : 10_000
        let stream = await bytes(UnboundedStreamFanout.self, subscribers)
        func add<Way: Fanout>(_ way: Way.Type, bar: Double? = nil) async {
            let bytes = await bytes(way, subscribers)
            report.add(
                Row(
                    group: "Bytes per waiting subscriber, task included", name: way.name, size: subscribers,
                    value: bytes, unit: "B", against: "AsyncStream", ratio: bytes / stream, bar: bar,
                    work: "bytes per waiting subscriber, \(way.name), \(Report.size(subscribers))"))
        }
        await add(BareFanout.self)
        await add(SubscriptionFanout.self, bar: 1)
        await add(UpdatesFanout.self)
        await add(UnboundedStreamFanout.self)
        await add(ChannelFanout.self)
        await add(SharedFanout<Unbounded>.self)
        if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            await add(ObservationsFanout.self)
        }
    }

    private static func bytes<Way: Fanout>(_: Way.Type, _ subscribers: Int) async -> Double {
        let nothing = allocatedBytes()
        // What notes the deliveries is not part of it.
        let receivers = (0..<subscribers).map { _ in Receiver(end: 3) }
        let noting = allocatedBytes() - nothing
        consume(receivers)
        let empty = allocatedBytes()
        let crowd = Crowd(Way.self, subscribers: subscribers, versions: 3)
        return await crowd.run { crowd in
            for version in 1...2 {
                await crowd.way.commit(version)
                // Until all wait for the next.
                try? await Task.sleep(for: .milliseconds(150))
            }
            let bytes = allocatedBytes() - empty - noting
            await crowd.way.commit(3)
            return Double(bytes) / Double(subscribers)
        }
    }
}
