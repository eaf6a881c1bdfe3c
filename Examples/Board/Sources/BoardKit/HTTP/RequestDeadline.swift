import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request has begun and does not end: a body that comes a byte at a time, or never ends.
///
/// Hummingbird's own limit is on the time in which nothing comes.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let time: TimeAmount
    private var closing: Scheduled<Void>?

    init(_ time: TimeAmount) {
        self.time = time
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            closing?.cancel()
            closing = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
        case .body: break
        case .end: stop()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        closing?.cancel()
        closing = nil
    }
}
