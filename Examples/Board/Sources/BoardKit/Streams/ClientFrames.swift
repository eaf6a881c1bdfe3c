import DataSourcesWire
import NIOCore

/// The frames that a client has to be sent by its own task: while it keeps up, a group sends them.
struct ClientFrames: Sendable {
    private let view: BoardView
    private let channel: any Channel
    /// The frames; `nil` while a group sends them.
    private var frames: BoardFeed.Frames?
    /// Where the client is after the last frame, if that is a state.
    private var position: FeedPosition?
    /// Whether the client has been greeted, in another stream of frames.
    private var isGreeted = false
    private var meter: FrameMeter

    init(of view: BoardView, since position: FeedPosition?, to channel: any Channel) {
        (self.view, self.channel) = (view, channel)
        frames = view.feed.frames(position)
        meter = FrameMeter(view)
    }

    /// The next frame, asked for after the last one was written; `nil` after the last one.
    ///
    /// - Throws: `WireError` if a card cannot be encoded.
    mutating func next() async throws -> EncodedFrame? {
        if let position {
            // Its place in the feed keeps a state alive.
            frames = nil
            let group = view.group(on: channel.eventLoop)
            if let left = await group.follow(channel, from: position) {
                self.position = left
                meter = FrameMeter(view, held: left.number)
            }
            frames = view.feed.frames(self.position)
            isGreeted = true
        }
        while let frame = try await frames?.next() {
            if frame.kind == .hello, isGreeted { continue }
            // What follows a greeting is for this client alone, until it has the newest state.
            position = frame.kind == .hello || frame.kind == .end ? nil : frame.position
            meter.frameCame(frame)
            return frame
        }
        return nil
    }

    /// The last frame was handed to the connection.
    func sent() { meter.sent() }
}
