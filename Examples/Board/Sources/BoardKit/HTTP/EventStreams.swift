import DataSources
import DataSourcesWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Sends the board, and who looks at it, as server-sent events.
struct EventStreams: Sendable {
    private typealias PeopleFrames = FeedFrames<ListSource<Person>>

    /// One of the two streams has a frame, or has ended.
    private enum Arrival: Sendable {
        case board(EncodedFrame?, ClientFrames)
        case people(EncodedFrame?, PeopleFrames.AsyncIterator)
    }

    let views: BoardViews
    let presence: Presence

    /// The response to a request for events.
    ///
    /// A browser's `EventSource` cannot read the body of a failure. So where it asks, a view that cannot be served now is
    /// told of in an event with the name `refused`, and the stream ends.
    ///
    /// - Throws: ``Refusal`` if a parameter is out of range, or there are too many views.
    func response(to request: Request, _ context: BoardContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let query = try BoardQuery(parameters)
        let text = request.headers[.lastEventID] ?? parameters["since"] ?? ""
        try Refusal.check(text, "the position", atMost: TextLimits.position)
        let position = FeedPosition(text)
        let person = try Self.person(parameters)
        let client = Client(context.channel.remoteAddress)
        let use = ViewUse()
        do {
            try await use.begin(views, query, client)
        } catch {
            guard request.headers[.accept]?.contains("text/event-stream") == true else { throw error }
            return Self.response(try Self.event("refused", JSONEncoder().encode(error)))
        }
        await Self.limitBuffers(of: context.channel)
        return Response(
            status: .ok, headers: Self.headers,
            body: ResponseBody { writer in
                guard let view = use.view else { return try await writer.finish(nil) }
                defer { use.end() }
                try? await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await writer.write(ByteBuffer(bytes: EventStream.retry(after: 500)))
                    let board = ClientFrames(of: view, since: position, to: context.channel)
                    if let person {
                        presence.entered(person)
                        defer { presence.left(person.id) }
                        try await send(board, person, to: &writer)
                    } else {
                        try await send(board, to: &writer)
                    }
                }
                try await writer.finish(nil)
            })
    }

    private static let headers: HTTPFields = [
        .contentType: EventStream.contentType, .cacheControl: "no-store", .xAccelBuffering: "no",
    ]

    /// A stream of one event.
    private static func response(_ event: ByteBuffer) -> Response {
        Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: event))
    }

    private static func person(_ parameters: QueryParameters) throws(Refusal) -> Person? {
        guard let id = parameters["me"] else { return nil }
        try Refusal.check(id, "me", atMost: TextLimits.id)
        let name = (parameters["name"] ?? "").trimmed
        try Refusal.check(name, "name", atMost: TextLimits.name)
        return Person(id: TextID(id), name: name.isEmpty ? "Guest" : name)
    }

    /// A client that is slow costs what its buffers hold, so they are small.
    private static func limitBuffers(of channel: any Channel) async {
        let mark = ChannelOptions.Types.WriteBufferWaterMark(low: 1_024, high: 2_048)
        try? await channel.setOption(ChannelOptions.writeBufferWaterMark, value: mark).get()
        try? await channel.setOption(ChannelOptions.socketOption(.so_sndbuf), value: 16_384).get()
    }

    // MARK: Sending

    // Concurrent, as what writes is.
    @concurrent
    private func send(
        _ board: ClientFrames, to writer: inout any ResponseBodyWriter
    ) async throws {
        var board = board
        while let frame = try await board.next() {
            try await writer.write(ByteBuffer(bytes: frame.bytes))
            board.sent()
        }
    }

    /// Sends both streams: whichever has a frame first.
    ///
    /// While a group sends the board's, this one sends who is there; each event is written whole.
    ///
    /// Each stream is asked for a frame after its last one was written, so a slow client has no queue of either.
    @concurrent
    private func send(
        _ board: ClientFrames, _ person: Person, to writer: inout any ResponseBodyWriter
    ) async throws {
        let people = presence.feed.frames(as: .json).makeAsyncIterator()
        try await withThrowingTaskGroup(of: Arrival.self) { group in
            group.addTask { try await Self.next(board) }
            group.addTask { try await Self.next(people) }
            while let arrival = try await group.next() {
                switch arrival {
                case .board(let frame?, let frames):
                    try await writer.write(ByteBuffer(bytes: frame.bytes))
                    frames.sent()
                    group.addTask { try await Self.next(frames) }
                case .people(let frame?, let frames):
                    if frame.kind != .heartbeat, frame.kind != .end {
                        try await writer.write(Self.event("presence", frame.bytes))
                    }
                    group.addTask { try await Self.next(frames) }
                case .board(nil, _):
                    group.cancelAll()
                    return
                case .people(nil, _):
                    break
                }
            }
        }
    }

    private static func next(_ frames: ClientFrames) async throws -> Arrival {
        var frames = frames
        return .board(try await frames.next(), frames)
    }

    private static func next(_ frames: PeopleFrames.AsyncIterator) async throws -> Arrival {
        var frames = frames
        return .people(try await frames.next(), frames)
    }

    /// An event with a name and without an id.
    private static func event(_ name: String, _ data: some Sequence<UInt8>) -> ByteBuffer {
        var buffer = ByteBuffer(string: "event: \(name)\ndata: ")
        buffer.writeBytes(data)
        buffer.writeString("\n\n")
        return buffer
    }
}

extension HTTPField.Name {
    /// Tells proxies not to hold events back.
    static let xAccelBuffering = Self("X-Accel-Buffering")!
}
