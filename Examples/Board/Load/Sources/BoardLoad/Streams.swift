import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// All streams on a service: opens them, checks what they are sent, and counts.
final class Streams: @unchecked Sendable {
    /// What all streams have seen.
    struct Seen: Sendable {
        var open = 0
        var frames = 0
        var bytes = 0
        /// The streams at each version.
        var versions: [UInt64: Int] = [:]
        var faults: [String] = []
        /// How often a stream has connected again.
        var reconnects = 0

        /// Counts a stream at another version.
        mutating func move(from old: UInt64?, to new: UInt64?) {
            if old == new { return }
            if let old {
                versions[old, default: 0] -= 1
                if versions[old] == 0 { versions[old] = nil }
            }
            if let new { versions[new, default: 0] += 1 }
        }
    }

    private let address: ServerAddress
    private let program: ServiceProgram
    /// Whether a stream whose connection is closed connects again.
    private let reconnects: Bool
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    /// Guards what other threads read as well.
    private let seen = Mutex(Seen())
    /// Whether the streams may end.
    private let isOver = Atomic(false)

    // The following are used on the thread of the group only, and after that has ended.
    private var clients: [StreamClient] = []
    private var events: [Event] = []
    /// The frames that have come since the measurement began, of all streams.
    private var arrivals: [(event: Int32, time: UInt64)] = []
    private var steps: [Event.Step: Int32] = [:]
    private var others: [[UInt8]: Int32] = [:]

    init(_ address: ServerAddress, _ program: ServiceProgram, reconnects: Bool = false) {
        (self.address, self.program, self.reconnects) = (address, program, reconnects)
    }

    /// What has been seen so far, in short.
    var summary: (open: Int, frames: Int, faults: Int, versions: [UInt64: Int], reconnects: Int) {
        seen.withLock { ($0.open, $0.frames, $0.faults.count, $0.versions, $0.reconnects) }
    }

    /// What has been seen so far.
    var current: Seen { seen.withLock { $0 } }

    /// The request for a stream.
    func request(since position: String?) -> String {
        let query = position.map { "?since=\($0)" } ?? ""
        return "GET /events\(query) HTTP/1.1\r\nHost: \(address.host):\(address.port)\r\n\r\n"
    }

    // MARK: Opening

    /// Opens streams, 100 at a time; the first one begins with the whole board, the others go on from there.
    func open(_ count: Int) async throws {
        var opened = 0
        while opened < count {
            let size = opened == 0 ? 1 : min(100, count - opened)
            let first = opened
            let connections = try await group.next().submit { [self] in
                (first..<first + size).map { number in
                    let client = StreamClient(number: number)
                    if number > 0, let first = clients.first {
                        (client.epoch, client.version) = (first.epoch, first.version)
                        seen.withLock { $0.versions[client.version ?? 0, default: 0] += 1 }
                    }
                    clients.append(client)
                    return connect(client)
                }
            }.get()
            for connection in connections { try await connection.get() }
            opened += size
            while case let now = summary, now.open < opened || now.versions.values.reduce(0, +) < opened {
                guard now.faults == 0 else { throw LoadError(current.faults[0]) }
                try await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    private func connect(_ client: StreamClient) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(client, eventLoop: group.next())
        return ClientBootstrap(group: group)
            // A frame is one message, and there is none behind it; the obvious services send as many as there are.
            .channelOption(ChannelOptions.maxMessagesPerRead, value: program.hasFrames ? 1 : 4)
            .channelOption(ChannelOptions.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384))
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(StreamHandler(bound.value, self))
                }
            }
            .connect(host: address.host, port: address.port).map { _ in }
    }

    // MARK: What connections tell

    func failed(_ client: StreamClient, _ fault: String) {
        if isOver.load(ordering: .relaxed) || (reconnects && client.channel != nil) { return }
        seen.withLock { $0.faults.append("stream \(client.number): \(fault)") }
    }

    func closed(_ client: StreamClient, _ reason: String) {
        if isOver.load(ordering: .relaxed) { return }
        seen.withLock { $0.open -= 1 }
        if reconnects { return reconnect(client) }
        failed(client, reason)
    }

    private func reconnect(_ client: StreamClient) {
        let bound = NIOLoopBound(client, eventLoop: group.next())
        group.next().scheduleTask(in: .milliseconds(500)) { [self] in
            if isOver.load(ordering: .relaxed) { return }
            connect(bound.value).whenComplete { [self] result in
                switch result {
                case .success: seen.withLock { $0.reconnects += 1 }
                case .failure: reconnect(bound.value)
                }
            }
        }
    }

    /// A frame has come.
    func read(_ text: UnsafeRawBufferPointer, _ client: StreamClient) {
        switch EventReading(text) {
        case .changes(let base, let version): changes(base, version, text, client)
        case .hello(let epoch, let held):
            note(text, client)
            client.epoch = epoch
            seen.withLock { $0.open += 1 }
            guard let held else {
                // The whole board follows.
                seen.withLock { $0.move(from: client.version, to: nil) }
                client.version = nil
                return
            }
            if let version = client.version, version != held {
                failed(client, "goes on at \(held), not at \(client.position ?? "-")")
            }
            seen.withLock { $0.move(from: client.version, to: held) }
            client.version = held
        case .part(let last):
            note(text, client)
            guard let last else { return }
            seen.withLock { $0.move(from: client.version, to: last) }
            client.version = last
        case .reset:
            note(text, client)
            if client.number > 0, !reconnects {
                failed(client, "is sent the whole board: \(String(decoding: text.prefix(100), as: UTF8.self))")
            }
        case .beat(let version):
            if version != client.version { failed(client, "heartbeat of \(version) at \(client.position ?? "-")") }
        case .end: note(text, client)
        case .other: failed(client, "is sent \(String(decoding: text.prefix(100), as: UTF8.self))")
        }
    }

    private func changes(_ base: UInt64, _ version: UInt64, _ text: UnsafeRawBufferPointer, _ client: StreamClient) {
        if base != client.version || version <= base {
            failed(client, "a frame leads from \(base) to \(version) and not from \(client.position ?? "none")")
        }
        let step = Event.Step(epoch: client.epoch, base: base, version: version)
        let index: Int32
        if let known = steps[step] {
            index = known
            let first = events[Int(index)].text
            // Either no text is kept, or it must be the same.
            let isSame = first.isEmpty || first.withUnsafeBytes { $0.elementsEqualFast(text) }
            if !isSame { failed(client, "is sent another frame from \(base) to \(version) than others") }
        } else {
            index = Int32(events.count)
            let times =
                program.hasFrames
                ? EventReading.times(in: text) : EventReading.timeOfRename(in: text).map { [$0] } ?? []
            events.append(Event(text: program.hasFrames ? Array(text) : [], step: step, times: times))
            steps[step] = index
        }
        client.journals[client.journals.count - 1].append(index)
        arrivals.append((index, now()))
        seen.withLock { seen in
            seen.frames += 1
            seen.bytes += text.count
            seen.move(from: client.version, to: version)
        }
        client.version = version
    }

    /// Keeps an event that is no step.
    private func note(_ text: UnsafeRawBufferPointer, _ client: StreamClient) {
        guard program.hasFrames else { return }
        let text = Array(text)
        let index = others[text] ?? Int32(events.count)
        if others.updateValue(index, forKey: text) == nil { events.append(Event(text: text, step: nil, times: [])) }
        client.journals[client.journals.count - 1].append(index)
    }

    // MARK: Measuring

    /// Forgets which frames have come, not the states.
    func startMeasuring() async throws {
        try await group.next().submit { [self] in
            arrivals = []
            seen.withLock { ($0.frames, $0.bytes) = (0, 0) }
        }.get()
    }

    /// The time from an edit being sent to a frame with it being read, of each edit in each frame of each stream; and
    /// of the oldest edit of each frame.
    func lags() async throws -> (all: Percentiles, oldest: Percentiles) {
        try await group.next().submit { [self] in
            let frames = arrivals.lazy.map { [events] event, time in (events[Int(event)].times, Int64(time)) }
            return (
                Percentiles(frames.flatMap { times, arrival in times.lazy.map { arrival - Int64($0) } }),
                Percentiles(frames.compactMap { times, arrival in times.min().map { arrival - Int64($0) } })
            )
        }.get()
    }

    /// Waits until all streams are at a version, or later.
    ///
    /// - Throws: ``LoadError`` that says where streams are if that takes too long.
    func settle(_ count: Int, at version: UInt64, seconds: Int) async throws {
        let end = now() + UInt64(seconds) * 1_000_000_000
        while case let now = summary,
            now.versions.values.reduce(0, +) < count || !(now.versions.keys.min() ?? 0 >= version)
        {
            if BoardLoad.now() > end {
                let late = now.versions.filter { $0.key < version }
                throw LoadError(
                    """
                    \(seconds) seconds after the last edit, \(now.open) of \(count) streams are open and \
                    \(late.values.reduce(0, +)) are not at version \(version): \
                    \(late.sorted { $0.key < $1.key }.prefix(5).map { "\($0.value) at \($0.key)" }.joined(separator: ", ")). \
                    \(current.faults.prefix(3).joined(separator: "; "))
                    """)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Closes all connections; returns what each stream was sent.
    ///
    /// - Throws: ``LoadError`` if a stream was sent something wrong, or was lost.
    func close() async throws -> (clients: [StreamClient], events: [Event]) {
        isOver.store(true, ordering: .relaxed)
        try await group.next().submit { [self] in
            for client in clients { client.channel?.close(promise: nil) }
        }.get()
        try await group.shutdownGracefully()
        let faults = current.faults
        guard faults.isEmpty else {
            throw LoadError("\(faults.count) faults, the first: " + faults.prefix(5).joined(separator: "; "))
        }
        return (clients, events)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether two buffers have the same bytes.
    fileprivate func elementsEqualFast(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count, let base = baseAddress, let otherBase = other.baseAddress else {
            return count == other.count
        }
        return memcmp(base, otherBase, count) == 0
    }
}

/// The time of a clock that only advances, in nanoseconds.
func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }
