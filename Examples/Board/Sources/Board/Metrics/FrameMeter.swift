import CoreMetrics
import DataSourcesWire

/// Measures the frames of one stream.
struct FrameMeter {
    private static let frames = Dictionary(
        uniqueKeysWithValues: [EncodedFrame.Kind.hello, .reset, .part, .changes, .heartbeat, .end]
            .map { ($0, Measurements.frames($0.rawValue)) })

    private let view: BoardView
    private let commits: CommitClock
    /// The version that the client has.
    private var held: UInt64 = 0
    private var isLive = false

    init(_ view: BoardView, _ commits: CommitClock) {
        (self.view, self.commits) = (view, commits)
    }

    /// A frame was handed to the connection.
    mutating func sent(_ frame: EncodedFrame) {
        Self.frames[frame.kind]?.increment()
        Measurements.bytes.increment(by: frame.bytes.count)
        guard let position = frame.position else { return }
        // The first step of a client that comes back is as old as its absence.
        if frame.kind == .changes, isLive {
            // The feed may have been faster than what notes times.
            view.times.versionMade(position.number, at: commits.last)
            let (count, first) = view.times.versions(after: held, through: position.number)
            Measurements.steps.increment(by: max(1, count))
            if let first { Measurements.lag.record(duration: ContinuousClock.now - first) }
        }
        isLive = isLive || frame.kind != .hello
        held = position.number
    }
}
