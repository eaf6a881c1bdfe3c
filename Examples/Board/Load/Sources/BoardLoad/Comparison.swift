import NIOCore
import NIOPosix
import Synchronization

/// A service of an obvious kind, with its clients in this process, over connections on loopback.
struct Comparison: Sendable {
    enum Kind: Sendable {
        /// Each change sends the whole list as JSON; the next change waits until all clients were sent it.
        case wholeList
        /// Each client has an unbounded `AsyncStream` of changes.
        case unboundedStreams
    }

    let kind: Kind
    let streams, cards, rate, seconds: Int

    /// Measures for some seconds, and gives clients 10 more to read.
    func run() async throws -> Row {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let accepted = Accepted()
        let readings = Readings()
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: 4_096)
            .childChannelInitializer { channel in
                accepted.channels.withLock { $0.append(channel) }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let memory = OwnFigures.memory
        let bootstrap = ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(MessageHandler(readings))
            }
        }
        for first in stride(from: 0, to: streams, by: 100) {
            let some = (first..<min(first + 100, streams)).map { _ in
                bootstrap.connect(host: "127.0.0.1", port: server.localAddress?.port ?? 0)
            }
            for future in some { _ = try await future.get() }
        }
        let deadline = now() + 30_000_000_000
        while accepted.channels.withLock({ $0.count }) < streams, now() < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        let channels = accepted.channels.withLock { $0 }
        let (start, processor) = (now(), OwnFigures.processor)
        let published =
            switch kind {
            case .wholeList: try await sendWholeLists(to: channels, since: start)
            case .unboundedStreams: try await sendChanges(to: channels, since: start)
            }
        let used = OwnFigures.processor - processor
        let seen = readings.state.withLock { $0 }
        let row = Row(
            name: kind == .wholeList ? "whole list as JSON" : "AsyncStream of changes", streams: streams,
            editsPerSecond: Double(published.count) / published.seconds, lags: Percentiles(seen.lags),
            bytes: seen.bytes, processor: used / (Double(now() - start) / 1e9), memory: published.memory - memory)
        try await group.shutdownGracefully()
        return row
    }

    // MARK: Publishing

    private struct Published {
        let count: Int
        let seconds: Double
        /// The resident memory when the last change was published.
        let memory: Int
    }

    private func sendWholeLists(to channels: [any Channel], since start: UInt64) async throws -> Published {
        var list = (0..<cards).map { Self.card($0, title: "Card \($0)") }
        var count = 0
        while try await isDue(count, since: start) {
            let time = now()
            let index = Int.random(in: 0..<cards)
            list[index] = Self.card(index, title: "Edit \(count)")
            let message = Self.message(time, "[" + list.joined(separator: ",") + "]")
            let writes = channels.map { $0.writeAndFlush(message) }
            for write in writes { try await write.get() }
            count += 1
        }
        let published = Published(count: count, seconds: Double(now() - start) / 1e9, memory: OwnFigures.memory)
        try await Task.sleep(for: .milliseconds(500))
        return published
    }

    private func sendChanges(to channels: [any Channel], since start: UInt64) async throws -> Published {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            var continuations: [AsyncStream<ByteBuffer>.Continuation] = []
            for channel in channels {
                let (changes, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
                continuations.append(continuation)
                group.addTask {
                    for await change in changes { try await channel.writeAndFlush(change).get() }
                    return true
                }
            }
            var count = 0
            while try await isDue(count, since: start) {
                let index = Int.random(in: 0..<cards)
                let message = Self.message(now(), Self.card(index, title: "Edit \(count)"))
                for continuation in continuations { continuation.yield(message) }
                count += 1
            }
            let published = Published(count: count, seconds: Double(now() - start) / 1e9, memory: OwnFigures.memory)
            for continuation in continuations { continuation.finish() }
            group.addTask {
                try? await Task.sleep(for: .seconds(10))
                return false
            }
            var finished = 0
            while finished < channels.count, try await group.next() == true { finished += 1 }
            group.cancelAll()
            return published
        }
    }

    /// Waits until an edit is due; `false` after the last one, and when the time is over.
    private func isDue(_ index: Int, since start: UInt64) async throws -> Bool {
        let due = start + UInt64(index) * 1_000_000_000 / UInt64(rate)
        if index >= rate * seconds || now() >= start + UInt64(seconds) * 1_000_000_000 { return false }
        if due > now() { try await Task.sleep(for: .nanoseconds(due - now())) }
        return true
    }

    private static func card(_ index: Int, title: String) -> String {
        "{\"id\":\"load-\(index)\",\"title\":\"\(title)\",\"created\":1764028800000}"
    }

    /// A text with its length and a time in front.
    private static func message(_ time: UInt64, _ text: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(text.utf8.count + 12)
        buffer.writeInteger(UInt32(text.utf8.count))
        buffer.writeInteger(time)
        buffer.writeString(text)
        return buffer
    }
}

/// The server's ends of the connections.
private final class Accepted: Sendable {
    let channels = Mutex<[any Channel]>([])
}

/// What all clients have read.
private final class Readings: Sendable {
    struct State: Sendable {
        var bytes = 0
        var lags: [Int64] = []
    }

    let state = Mutex(State())
}

/// A client: notes how old each message is.
private final class MessageHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let readings: Readings
    private var buffer = ByteBuffer()

    init(_ readings: Readings) { self.readings = readings }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        buffer.writeBuffer(&part)
        while let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self),
            buffer.readableBytes >= Int(length) + 12,
            let time = buffer.getInteger(at: buffer.readerIndex + 4, as: UInt64.self)
        {
            buffer.moveReaderIndex(forwardBy: Int(length) + 12)
            readings.state.withLock { state in
                state.bytes += Int(length) + 12
                state.lags.append(Int64(now() - time))
            }
        }
        buffer.discardReadBytes()
    }
}
