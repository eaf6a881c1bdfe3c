import CoreMetrics
import DataSourcesWire

/// Measures the frames of one stream, or of streams that are sent the same.
struct FrameMeter {
    private static let frames = Dictionary(
        uniqueKeysWithValues: [EncodedFrame.Kind.hello, .reset, .part, .changes, .heartbeat, .end]
            .map { ($0, Measurements.frames($0.rawValue)) })

    private let view: BoardView
    /// The version that the client has.
    private var held: UInt64
    private var isLive: Bool
    /// The frame that is sent, how many states it has, and when the first of them was made.
    private var frame: EncodedFrame?
    private var states = 0
    private var first: ContinuousClock.Instant?

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - view: What is sent.
    ///   - held: The version that the client has; `nil` if it has none, or an old one.
    init(_ view: BoardView, held: UInt64? = nil) {
        (self.view, self.held) = (view, held ?? 0)
        isLive = held != nil
    }

    /// The next frame is about to be sent.
    mutating func frameCame(_ frame: EncodedFrame) {
        self.frame = frame
        (states, first) = (0, nil)
        guard let position = frame.position else { return }
        // The first step of a client that comes back is as old as its absence.
        if frame.kind == .changes, isLive {
            // The feed may have been faster than what notes times.
            view.times.versionMade(position.number, at: view.lastCommit)
            let (count, first) = view.times.versions(after: held, through: position.number)
            (states, self.first) = (max(1, count), first)
        }
        isLive = isLive || frame.kind != .hello
        held = position.number
    }

    /// The frame was handed to connections.
    func sent(to streams: Int = 1) {
        guard let frame, streams > 0 else { return }
        Self.frames[frame.kind]?.increment(by: streams)
        Measurements.bytes.increment(by: streams * frame.bytes.count)
        if states > 0 { Measurements.steps.increment(by: streams * states) }
        guard let first else { return }
        let lag = ContinuousClock.now - first
        for _ in 0..<streams { Measurements.lag.record(duration: lag) }
    }
}
