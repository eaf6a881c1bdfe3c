import DataSourcesWire
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The streams of a view on one event loop that have the same state: one task follows the view for all of them.
///
/// A frame is taken from the feed once, and written to each connection on the event loop that it belongs to. So a stream
/// that keeps up costs what its connection costs, and no task has to be woken for it. A stream that does not keep up
/// goes on alone: it has a place of its own in the feed, and comes back when it has caught up.
final class StreamGroup: Sendable {
    /// A stream in the group.
    private struct Stream {
        let channel: any Channel
        let cancellation: Cancellation
        /// Resumed with where the stream is when it has left the group.
        let left: CheckedContinuation<FeedPosition?, Never>
    }

    /// Whether the task of a stream has been cancelled.
    private final class Cancellation: Sendable {
        let hasHappened = Atomic(false)
    }

    /// How many streams are written to before the event loop does something else: about half a millisecond.
    private static let streamsPerTurn = 32

    let eventLoop: any EventLoop
    // Unowned: the view has its groups. Whatever uses it here is awaited by a stream's task, which has the view, or by the
    // task that runs the view.
    private unowned let view: BoardView
    private let ids = Atomic(0)
    /// Used on the event loop only.
    private let machine: NIOLoopBoundBox<StreamGroupMachine<Stream>>

    init(_ view: BoardView, on eventLoop: any EventLoop) {
        (self.view, self.eventLoop) = (view, eventLoop)
        machine = NIOLoopBoundBox.makeBoxSendingValue(StreamGroupMachine(), eventLoop: eventLoop)
    }

    // MARK: Streams

    /// Sends a stream everything that comes after a state, as long as it keeps up.
    ///
    /// - Parameters:
    ///   - channel: The connection; everything up to the state has been written to it.
    ///   - position: The state.
    /// - Returns: Where the stream is when it has to go on alone, also because the task is cancelled; `nil` if it has not
    ///   been in the group.
    func follow(_ channel: any Channel, from position: FeedPosition) async -> FeedPosition? {
        let id = ids.add(1, ordering: .relaxed).newValue
        let cancellation = Cancellation()
        return await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let stream = Stream(channel: channel, cancellation: cancellation, left: continuation)
                eventLoop.execute { self.join(stream, id, at: position) }
            }
        } onCancel: {
            // Before the event loop looks for the stream: it may not have joined yet.
            cancellation.hasHappened.store(true, ordering: .releasing)
            eventLoop.execute {
                guard let (stream, position) = self.machine.value.streamLeft(id) else { return }
                stream.left.resume(returning: position)
            }
        }
    }

    private func join(_ stream: Stream, _ id: Int, at position: FeedPosition) {
        if stream.cancellation.hasHappened.load(ordering: .acquiring) || !stream.channel.isActive {
            return stream.left.resume(returning: nil)
        }
        switch machine.value.streamCame(stream, id, at: position) {
        case .refused: stream.left.resume(returning: nil)
        case .joined: break
        case .first: if !view.follow(for: self, from: position) { dissolve() }
        }
    }

    // MARK: Frames

    /// Follows the view, from a state on, as long as there are streams that the frames are for.
    func run(from position: FeedPosition) async {
        do {
            var frames = view.feed.frames(position)
            while let frame = try await frames.next(isolation: nil), await pass(frame) {}
        } catch {
            // Each stream meets the error by itself.
        }
        await end()
    }

    /// All streams go on alone.
    func end() async { try? await eventLoop.submit { self.dissolve() }.get() }

    /// Writes a frame to all streams; returns `false` if it is not for all, or there are none.
    private func pass(_ frame: EncodedFrame) async -> Bool {
        let (kind, position) = (frame.kind, frame.position)
        let buffer = ByteBuffer(bytes: frame.bytes)
        let promise = eventLoop.makePromise(of: Bool.self)
        eventLoop.execute {
            guard let held = self.machine.value.position, self.machine.value.count > 0 else {
                return promise.succeed(false)
            }
            switch (kind, position) {
            case (.hello, held): return promise.succeed(true)
            case (.changes, let position?): self.machine.value.stepCame(to: position)
            case (.heartbeat, held): self.machine.value.heartbeatCame()
            // A whole state, or the end.
            default: return promise.succeed(false)
            }
            var meter = FrameMeter(self.view, held: held.number)
            meter.frameCame(frame)
            self.takeTurn(HTTPResponsePart.body(buffer), meter, promise)
        }
        return (try? await promise.futureResult.get()) ?? false
    }

    private func takeTurn(_ part: HTTPResponsePart, _ meter: FrameMeter, _ promise: EventLoopPromise<Bool>) {
        let turn = machine.value.turn(of: Self.streamsPerTurn) { $0.channel.isActive && $0.channel.isWritable }
        for stream in turn.sent { stream.channel.writeAndFlush(part, promise: nil) }
        meter.sent(to: turn.sent.count)
        for (stream, position) in turn.gone { stream.left.resume(returning: position) }
        if turn.isLast { return promise.succeed(machine.value.count > 0) }
        eventLoop.execute { self.takeTurn(part, meter, promise) }
    }

    private func dissolve() {
        for (stream, position) in machine.value.dissolved() { stream.left.resume(returning: position) }
    }
}
