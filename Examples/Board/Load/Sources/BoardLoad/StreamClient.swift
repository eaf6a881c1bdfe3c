import NIOCore
import NIOPosix

/// One stream of events, over as many connections as it needs: reads frames as they come, and checks that each begins
/// where the last one ended.
///
/// It looks at the bytes instead of decoding them, to leave the processor to the server. All streams are read on one
/// thread, which uses everything here.
final class StreamClient {
    let number: Int
    /// The events of each connection, as indexes in the tally.
    var journals: [[Int32]] = []
    /// The version of the state that it has.
    var version: UInt64?
    var epoch: UInt64 = 0
    /// The connection, if there is one.
    var channel: (any Channel)?

    init(number: Int) { self.number = number }

    /// Where it goes on.
    var position: String? { version.map { "\(epoch)-\($0)" } }
}

/// Reads the connection of a stream.
final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let client: StreamClient
    private let streams: Streams
    private var buffer = ByteBuffer()
    private var hasHead = false

    init(_ client: StreamClient, _ streams: Streams) {
        (self.client, self.streams) = (client, streams)
    }

    func channelActive(context: ChannelHandlerContext) {
        client.channel = context.channel
        client.journals.append([])
        context.writeAndFlush(
            wrapOutboundOut(ByteBuffer(string: streams.request(since: client.position))), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        client.channel = nil
        streams.closed(client, "the server has closed the connection")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        streams.failed(client, "\(error)")
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        if buffer.readableBytes == 0 { buffer = part } else { buffer.writeBuffer(&part) }
        let count = buffer.withUnsafeReadableBytes { read($0) }
        buffer.moveReaderIndex(forwardBy: count)
        // Nothing is kept between events.
        if buffer.readableBytes == 0 { buffer = ByteBuffer() } else { buffer.discardReadBytes() }
    }

    /// Reads what is complete; returns how many bytes that was.
    private func read(_ bytes: UnsafeRawBufferPointer) -> Int {
        var scanner = Scanner(bytes)
        if !hasHead {
            guard scanner.skips(past: "\r\n\r\n") else { return 0 }
            if !bytes.starts(with: "HTTP/1.1 200".utf8) {
                streams.failed(client, "refused: \(String(decoding: bytes.prefix(40), as: UTF8.self))")
            }
            hasHead = true
        }
        while true {
            let start = scanner.index
            // A chunk of the transfer encoding is one event, since the server sends it so.
            guard let size = scanner.number(radix: 16), scanner.skips("\r\n"),
                scanner.index + Int(size) + 2 <= bytes.count
            else { return start }
            let first = scanner.index
            event(UnsafeRawBufferPointer(rebasing: bytes[first..<first + Int(size)]))
            scanner.skip(Int(size) + 2)
        }
    }

    private func event(_ bytes: UnsafeRawBufferPointer) {
        var scanner = Scanner(bytes)
        if scanner.skips("id: ") { _ = scanner.skips(past: "\n") }
        guard scanner.skips("data: "), bytes.count >= scanner.index + 2 else { return }
        streams.read(UnsafeRawBufferPointer(rebasing: bytes[scanner.index..<bytes.count - 2]), client)
    }
}
