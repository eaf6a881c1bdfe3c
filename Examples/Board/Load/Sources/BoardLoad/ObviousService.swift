import Console
import Foundation
import NIOCore
import NIOPosix

/// A service of an obvious kind, to compare with: it takes the same commands, and sends events in the same form.
///
/// It keeps its list in memory. It does neither conflate nor bound what waits for a client.
actor ObviousService {
    enum Kind: String, Sendable {
        /// After each change, each client is sent the whole list as JSON.
        case wholeList = "whole-list"
        /// Each client has an unbounded `AsyncStream` of changes.
        case changes
    }

    private struct Card: Codable {
        let id: String
        var column: String
        var title: String
        let created: Int64
    }

    private struct Command: Decodable {
        struct Content: Decodable {
            let id: String
            let column, title, before: String?
        }

        let name: String
        let content: Content
    }

    private let kind: Kind
    private var cards: [Card] = []
    private var version = 1
    private var channels: [any Channel] = []
    private var changes: [AsyncStream<ByteBuffer>.Continuation] = []

    init(_ kind: Kind) { self.kind = kind }

    /// Serves on a free port until the process is ended.
    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: 4_096)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ObviousHandler(self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        try StandardOutput.write("serving: http://127.0.0.1:\(server.localAddress?.port ?? 0)\n")
        try await server.closeFuture.get()
    }

    // MARK: Requests

    func answer(_ method: String, _ path: String, _ body: [UInt8], _ channel: any Channel) async throws {
        if path.hasPrefix("/events") {
            try await channel.writeAndFlush(
                ByteBuffer(
                    string: """
                        HTTP/1.1 200 OK\r
                        Content-Type: text/event-stream\r
                        Transfer-Encoding: chunked\r
                        \r\n
                        """)
            ).get()
            try await channel.writeAndFlush(event("{\"hello\":2,\"epoch\":\"1\",\"v\":\(version)}")).get()
            add(channel)
        } else if method == "POST" {
            let command = try JSONDecoder().decode(Command.self, from: Data(body))
            let text = try apply(command)
            for change in changes { change.yield(text) }
            if kind == .wholeList {
                for channel in channels { channel.writeAndFlush(text, promise: nil) }
            }
            try await respond("{\"applied\":\"1-\(version)\"}", channel)
        } else {
            try await respond("", channel)
        }
    }

    private func respond(_ text: String, _ channel: any Channel) async throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        try await channel.writeAndFlush(ByteBuffer(string: response)).get()
    }

    private func add(_ channel: any Channel) {
        switch kind {
        case .wholeList: channels.append(channel)
        case .changes:
            let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
            changes.append(continuation)
            Task { for await change in stream { try await channel.writeAndFlush(change).get() } }
        }
    }

    // MARK: Edits

    /// Applies a command; returns the event for all clients.
    private func apply(_ command: Command) throws -> ByteBuffer {
        let content = command.content
        let index = cards.firstIndex { $0.id == content.id }
        var card: Card
        if let index {
            card = cards.remove(at: index)
        } else {
            card = Card(id: content.id, column: "", title: "", created: 1_764_028_800_000)
        }
        if let column = content.column { card.column = column }
        if let title = content.title { card.title = title }
        let before = content.before.flatMap { other in cards.firstIndex { $0.id == other } }
        cards.insert(card, at: command.name == "rename" ? index ?? cards.count : before ?? cards.count)
        version += 1
        let encoder = JSONEncoder()
        let changed = String(decoding: try encoder.encode(card), as: UTF8.self)
        // The one that has changed is in front, where clients look for its time.
        let list =
            kind == .wholeList && !channels.isEmpty
            ? ",\"list\":\(String(decoding: try encoder.encode(cards), as: UTF8.self))" : ""
        let place = cards.firstIndex { $0.id == card.id } ?? 0
        return event("{\"v\":[\(version - 1),\(version),\(place)],\"\(command.name)\":\(changed)\(list)}")
    }

    /// An event as a chunk.
    private func event(_ text: String) -> ByteBuffer {
        ByteBuffer(string: "\(String(text.utf8.count + 8, radix: 16))\r\ndata: \(text)\n\n\r\n")
    }
}

/// Reads requests of a connection.
private final class ObviousHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let service: ObviousService
    private var bytes: [UInt8] = []

    init(_ service: ObviousService) { self.service = service }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) }) else { return }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        let length =
            lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
        guard bytes.count >= end + 4 + length, words.count > 1 else { return }
        let body = Array(bytes[(end + 4)..<(end + 4 + length)])
        bytes.removeFirst(end + 4 + length)
        let channel = context.channel
        Task { [service] in
            do {
                try await service.answer(words[0], words[1], body, channel)
            } catch {
                try? await channel.close()
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
