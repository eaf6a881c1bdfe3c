import DataSourcesTesting
import TestKit
import Testing

struct `Lossy transport` {
    private static let bad = TransportFaults(
        drop: 0.2, duplicate: 0.2, reorder: 0.3, truncate: 0.2, delay: .zero ... .milliseconds(20)
    )

    @Test func `the same seed brings the same session, in virtual time`() throws {
        let sessions = try expectSameRuns { executor in
            let line = LossyTransport<[UInt8]>(seed: executor.seed ?? 0, faults: Self.bad, clock: executor.clock)
            async let received = line.reduce(into: [[UInt8]]()) { $0.append($1) }
            for frame in 0..<100 as Range<UInt8> {
                line.send([frame, frame, frame])
                try await executor.clock.sleep(for: .milliseconds(1))
            }
            line.finish()
            let frames = await received
            let statistics = line.statistics
            #expect(statistics.delivered == frames.count && statistics.inFlight == 0)
            #expect(frames.count { $0.count < 3 } == statistics.truncated)
            #expect(frames.allSatisfy { Set($0).count <= 1 })
            #expect(executor.clock.now.sinceStart < .milliseconds(140))
            return frames
        }
        #expect(Set(sessions).count == sessions.count)
    }

    @Test(arguments: someSeeds) func `without faults every receiver gets the frames of every sender in order`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            try await Self.exchange(clock: executor.clock)
        }
    }

    @Test(arguments: 0..<20) func `and on real threads`(round: Int) async throws {
        try await Self.exchange(clock: ContinuousClock())
    }

    private static func exchange(clock: some Clock<Duration>) async throws {
        let line = LossyTransport<Int>(seed: 1, clock: clock)
        let received = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<3 { group.addTask { await line.reduce(into: []) { $0.append($1) } } }
            await withTaskGroup { senders in
                for sender in 0..<4 {
                    senders.addTask { for number in 0..<100 { line.send(sender * 1000 + number) } }
                }
            }
            line.finish()
            return await group.reduce(into: []) { $0.append($1) }
        }
        let sent = (0..<4).flatMap { sender in (0..<100).map { number in sender * 1000 + number } }
        #expect(received.flatMap(\.self).sorted() == sent)
        for frames in received {
            for sender in 0..<4 {
                let own = frames.filter { $0 / 1000 == sender }
                #expect(own == own.sorted())
            }
        }
        #expect(line.statistics.delivered == 400 && line.statistics.outOfOrder == 0)
    }

    @Test func `on real threads and in real time, everything comes that was not dropped`() async {
        let line = LossyTransport<[UInt8]>(
            seed: 5, faults: TransportFaults(drop: 0.2, reorder: 0.3, delay: .zero ... .microseconds(200)),
            clock: ContinuousClock()
        )
        async let received = line.reduce(into: [[UInt8]]()) { $0.append($1) }
        for frame in 0..<200 as Range<UInt8> { line.send([frame]) }
        line.finish()
        let frames = await received
        #expect(Set(frames).count == frames.count && frames.count == 200 - line.statistics.dropped)
        #expect(line.statistics.dropped > 0 && line.statistics.outOfOrder > 0)
    }

    @Test func `a receiver that sleeps is woken by a frame that overtakes`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            // A seed whose first frame is held back, and whose second is not.
            let seed = try #require(
                (0..<100 as Range<UInt64>).first { seed in
                    var line = TransportLine<Int>(seed: seed, faults: TransportFaults(reorder: 0.5))
                    _ = line.frameSent(0, at: .zero)
                    _ = line.frameSent(1, at: .zero)
                    if case .frame(1, _) = line.receiverAsked(at: .zero) { return true }
                    return false
                }
            )
            let line = LossyTransport<Int>(
                seed: seed, faults: TransportFaults(reorder: 0.5, reorderDelay: .seconds(100)), clock: executor.clock
            )
            let received = Shared<[Int]>([])
            async let receiver: Void = { for await frame in line { received.change { $0.append(frame) } } }()
            line.send(0)
            // No time passes meanwhile, since this sleeper comes first.
            try await executor.clock.sleep(for: .zero)
            #expect(received.value.isEmpty)
            line.send(1)
            try await executor.clock.sleep(for: .zero)
            #expect(received.value == [1] && executor.clock.now == .start)
            line.finish()
            await receiver
            #expect(received.value == [1, 0])
        }
    }

    @Test func `a receiver that is cancelled ends, awake or asleep, and takes no frame`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let line = LossyTransport<Int>(
                seed: 1, faults: TransportFaults(delay: .seconds(1) ... .seconds(1)), clock: executor.clock
            )
            for sends in [false, true] {
                if sends { line.send(7) }
                let task = Task(executorPreference: executor) { await line.receive() }
                try await executor.clock.sleep(for: .zero)
                task.cancel()
                #expect(await task.value == nil)
            }
            #expect(await line.receive() == 7)
        }
    }

    @Test func `cutting the connection ends the receivers, and what was on the way is lost`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let line = LossyTransport<Int>(
                seed: 1, faults: TransportFaults(delay: .seconds(1) ... .seconds(1)), clock: executor.clock
            )
            async let received = line.reduce(into: [Int]()) { $0.append($1) }
            line.send(1)
            try await executor.clock.sleep(for: .seconds(2))
            line.send(2)
            line.cut()
            #expect(!line.send(3))
            #expect(await received == [1] && line.statistics.lost == 1)
        }
    }

    @Test func `frames that cannot be cut are never truncated`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let line = LossyTransport<Int>(seed: 1, faults: TransportFaults(truncate: 1), clock: executor.clock)
            line.send(1)
            #expect(await line.receive() == 1 && line.statistics.truncated == 0)
        }
    }
}
