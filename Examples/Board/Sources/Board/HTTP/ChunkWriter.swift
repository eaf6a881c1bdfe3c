import NIOCore

/// Writes chunks of a response past the handlers of HTTP, so that all connections share the bytes of an event.
///
/// It is the first handler of a connection, and used on the connection's thread only.
final class ChunkWriter: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var context: ChannelHandlerContext?
    /// Whether the response is sent in chunks: that of a client of HTTP/1.0 is not.
    private(set) var isChunked = false
    /// The stream that waits until the connection takes more; `false` if it is closed, or the task cancelled.
    private var waiting: CheckedContinuation<Bool, Never>?

    /// An event as a chunk (RFC 9112, section 7.1).
    static func chunk(_ event: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(event.count + 16)
        buffer.writeString(String(event.count, radix: 16))
        buffer.writeStaticString("\r\n")
        buffer.writeBytes(event)
        buffer.writeStaticString("\r\n")
        return buffer
    }

    /// Writes a chunk; returns whether the connection takes another one.
    func write(_ chunk: ByteBuffer) -> Bool {
        guard let context else { return false }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: nil)
        return context.channel.isWritable
    }

    /// Waits until the connection takes more; `false` if it is closed, or the task is cancelled.
    static func waitUntilWritable(_ writer: NIOLoopBound<ChunkWriter>) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let writer = writer.value
                guard let context = writer.context, context.channel.isActive, !Task.isCancelled else {
                    return continuation.resume(returning: false)
                }
                if context.channel.isWritable { return continuation.resume(returning: true) }
                writer.waiting = continuation
            }
        } onCancel: {
            writer.eventLoop.execute { writer.value.resume(false) }
        }
    }

    private func resume(_ isWritable: Bool) {
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: isWritable)
    }

    // MARK: Handler

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        resume(false)
    }

    func channelInactive(context: ChannelHandlerContext) {
        resume(false)
        context.fireChannelInactive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { resume(true) }
        context.fireChannelWritabilityChanged()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let buffer) = unwrapOutboundIn(data), buffer.readableBytesView.starts(with: "HTTP/1.".utf8)
        {
            isChunked = String(buffer: buffer).lowercased().contains("transfer-encoding: chunked")
        }
        context.write(data, promise: promise)
    }
}
