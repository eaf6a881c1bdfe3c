import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// A replica that follows a log: the frames of one writer after another, each beginning with a hello.
struct HelloInStreamLaws {
    /// Follows frames; calls `check` before each frame with its number, and after the last one.
    private func follow(
        _ replica: Replica<List>, _ frames: [WireFrame], _ check: @escaping @Sendable (Int) async -> Void
    ) async -> WireError.Code? {
        let sent = Shared(0)
        let stream = AsyncStream<WireFrame> {
            let index = sent.change { count in
                count += 1
                return count - 1
            }
            await check(index)
            return index < frames.count ? frames[index] : nil
        }
        do {
            try await replica.follow(stream)
            return nil
        } catch {
            return (error as? WireError)?.code
        }
    }

    @Test(arguments: seeds(200))
    func `a replica shows each whole state when it is complete, and publishes nothing for one that it has`(
        seed: UInt64
    ) async throws {
        let moments = try LogOfWriters(seed: seed).moments
        let replica = Replica<List>()
        let last = Shared((number: replica.hub.version.number, status: replica.status.value))
        let outcome = await follow(replica, moments.map(\.frame)) { index in
            let version = replica.hub.version.number
            defer { last.change { $0 = (version, replica.status.value) } }
            guard index > 0 else { return }
            let (before, now) = (index > 1 ? moments[index - 2] : nil, moments[index - 1])
            #expect(replica.snapshot == now.state, "after frame \(index - 1)")
            #expect(await replica.position == now.position)
            if before?.state == now.state { #expect(version == last.value.number, "frame \(index - 1) published") }
            if now.position == nil || before?.position == nil { return }
            switch now.frame {
            case .part(let part) where part.version == now.position?.number && before?.position == now.position:
                // A repetition: neither its beginning nor its end changes the status.
                if case .ready = last.value.status { #expect(replica.status.value == .ready) }
            case .changes, .heartbeat: #expect(replica.status.value == .ready)
            default: break
            }
        }
        #expect(outcome == .disconnected)
    }

    @Test(arguments: seeds(200))
    func `whatever the log has lost, a replica never shows a state that was not at its position`(
        seed: UInt64
    ) async throws {
        let log = try LogOfWriters(seed: seed)
        let (moments, states) = (log.moments, log.states)
        var random = Random(seed: seed)
        for _ in 0..<10 {
            let lost = random.below(moments.count)
            var frames = moments.map(\.frame)
            frames.remove(at: lost)
            let replica = Replica<List>()
            let outcome = await follow(replica, frames) { _ in
                guard let position = await replica.position else { return }
                #expect(replica.snapshot == states[position], "at \(position)")
            }
            if outcome == .disconnected, lost < moments.count - 1 {
                #expect(await replica.position == moments.last?.position)
            }
            // A step is missed at once, unless a whole state comes first.
            let next = frames[lost...].first { if case .shapes = $0 { false } else { true } }
            guard case .changes = moments[lost].frame, let next else { continue }
            switch next {
            case .changes, .heartbeat: #expect(outcome == .gap)
            case .hello(let hello) where hello.version != nil: #expect(outcome == .gap)
            default: break
            }
        }
    }

    @Test func `in each phase, a hello is taken, and what was collected is dropped`() async throws {
        let state = try List((0..<4).map { Card($0) })
        let (whole, parts) = (try state.whole(epoch: 7, version: 3), try state.parts(version: 3, limit: 2))
        let other = try state.parts(version: 4, limit: 2)
        func hello(_ version: UInt64? = nil, epoch: UInt64 = 7) -> WireFrame {
            .hello(WireHello(epoch: epoch, kind: .list, version: version))
        }
        // What has arrived when the hello comes.
        let phases: [[WireFrame]] = [
            [], whole, whole + [hello()], whole + [hello(), .reset(.first)],
            whole + [hello(), .reset(.first), parts[0]],
            whole + [hello(epoch: 8), .reset(.first), parts[0]],
            whole + [hello(), .reset(.first), other[0]],
        ]
        for (index, phase) in phases.enumerated() {
            let cases: [([WireFrame], WireError.Code)] = [
                ([hello(3)], index == 0 ? .foreignEpoch : .disconnected),
                ([hello(2)], index == 0 ? .foreignEpoch : .gap), ([hello(3, epoch: 9)], .foreignEpoch),
                ([.hello(WireHello(epoch: 7, kind: .sections, version: nil))], .unexpected),
                ([hello(), hello()], .disconnected), (whole, .disconnected), (whole + whole, .disconnected),
                ([hello(), .heartbeat(version: 3)], .unexpected),
                ([hello(), .reset(.first), .reset(.first)], .unexpected),
                ([hello(), .reset(.first), parts[1]], .gap),
                ([hello(), .end(.shutdown, version: nil), hello()], .disconnected),
                (whole + [.end(.finished, version: 3)], .disconnected),
            ]
            for (frames, code) in cases {
                let replica = Replica<List>()
                let outcome = await follow(replica, phase + frames) { _ in }
                // A stream that ends by itself has no error.
                let ends = frames.contains { if case .end = $0 { true } else { false } }
                #expect(outcome == (ends ? nil : code), "phase \(index), then \(frames)")
                if !phase.isEmpty { #expect(replica.snapshot == state) }
            }
        }
    }

    @Test(arguments: [UInt64(4), 5])
    func `parts of a later state that was interrupted are not part of the next one`(version: UInt64) async throws {
        // The reader was away, and the log has been trimmed meanwhile.
        let replica = Replica<List>()
        let (old, new) = (try List([Card(0)]), try List((1..<5).map { Card($0) }))
        let interrupted = try new.whole(epoch: 7, version: 4).prefix(2) + new.parts(version: 4, limit: 2).prefix(1)
        let frames = try old.whole(epoch: 7, version: 3) + interrupted + new.whole(epoch: 7, version: version)
        #expect(await follow(replica, frames) { _ in } == .disconnected)
        #expect(replica.snapshot == new)
        #expect(await replica.position == FeedPosition(epoch: 7, number: version))
    }

    @Test func `a state that is said to be the replica's and has other numbers is refused`() async throws {
        let replica = Replica<List>()
        func whole(_ count: Int) throws -> [WireFrame] {
            try List((0..<count).map { Card($0) }).whole(epoch: 7, version: 3)
        }
        #expect(await follow(replica, try whole(4) + whole(4)) { _ in } == .disconnected)
        #expect(await follow(replica, try whole(5)) { _ in } == .inconsistent)
        // Then it asks for a whole state, and takes it.
        #expect(await replica.position == nil)
        #expect(await follow(replica, try whole(5)) { _ in } == .disconnected)
        #expect(replica.snapshot.count == 5)
    }

    @Test func `the shapes of one writer are not those of the next`() async throws {
        let source = try ListSource((0..<4).map { Card($0, "card \($0)") })
        let feed = Feed(of: source)
        let replica = Replica<List>()
        var lines: [[UInt8]] = []
        var last: FeedPosition?
        for round in 0..<4 {
            var frames = feed.frames(as: .binary).makeAsyncIterator()
            for step in 0..<6 {
                if step > 2 {
                    try await source.transaction { list in
                        try list.append(Card(100 + round * 10 + step, "new"))
                        try list.update(id: 1) { $0.title = "title \(round) \(step)" }
                    }
                }
                let frame = try #require(try await frames.next())
                lines.append(frame.bytes)
                last = frame.position ?? last
            }
        }
        await #expect(throws: WireError(.disconnected, "the stream has ended and the source has not")) {
            try await replica.follow(AsyncStream(lines), as: .binary)
        }
        #expect(await replica.position == last)
        #expect(replica.snapshot.count > 10)
    }
}
