import DataSourcesWire

/// Which streams of a group are sent a frame, and which have to go on alone.
///
/// ```
///           joined                     in turn, and ready
/// alone ─────────────▶ in the group ────────────────────▶ sent the frame
///   ▲                       │
///   └───────────────────────┘ left; not ready; at another state; the group is dissolved
/// ```
///
/// The group is at a state, and so are its streams, except those that came with the next one: they wait for the group.
/// A frame is passed on in turns of a few streams each, between which streams come and go.
struct StreamGroupMachine<Stream> {
    /// What is known of a stream.
    struct Entry {
        let id: Int
        let stream: Stream
        var position: FeedPosition
    }

    /// What happens to the streams of a turn.
    struct Turn {
        /// They are sent the frame.
        var sent: [Stream] = []
        /// They go on alone, from where they are.
        var gone: [(stream: Stream, position: FeedPosition)] = []
        /// No stream is left that has to be looked at.
        var isLast = false
    }

    /// What a frame leads to.
    private enum Frame {
        /// The streams at the group's state are sent it, and are at this state then.
        case step(FeedPosition)
        /// The streams at the group's state are sent it.
        case heartbeat
    }

    /// The state of the group; `nil` while nobody follows the view for it.
    private(set) var position: FeedPosition?
    /// `nil` where a stream has left during a frame.
    private var entries: [Entry?] = []
    private var indexes: [Int: Int] = [:]
    private var frame: Frame?
    /// The first stream of the next turn.
    private var next = 0

    /// The number of streams.
    var count: Int { indexes.count }

    /// What became of a stream that wanted to join.
    enum Admission {
        /// It goes on alone: it is behind the group.
        case refused
        case joined
        /// It is the first one: now somebody has to follow the view for the group, from this state on.
        case first
    }

    /// A stream, with the number `id`, has been sent everything up to a state.
    mutating func streamCame(_ stream: Stream, _ id: Int, at position: FeedPosition) -> Admission {
        if let own = self.position, own.epoch != position.epoch || position.number < own.number { return .refused }
        indexes[id] = entries.count
        entries.append(Entry(id: id, stream: stream, position: position))
        if self.position != nil { return .joined }
        self.position = position
        return .first
    }

    /// A stream has left by itself.
    ///
    /// - Returns: The stream and where it is; `nil` if it is not in the group.
    mutating func streamLeft(_ id: Int) -> (stream: Stream, position: FeedPosition)? {
        guard let index = indexes.removeValue(forKey: id), let entry = entries[index] else { return nil }
        if frame != nil {
            entries[index] = nil
        } else {
            entries.swapAt(index, entries.count - 1)
            entries.removeLast()
            if index < entries.count, let moved = entries[index] { indexes[moved.id] = index }
        }
        return (entry.stream, entry.position)
    }

    /// A frame that leads from the group's state to another one.
    mutating func stepCame(to position: FeedPosition) { (frame, next) = (.step(position), 0) }

    /// A frame that changes no state.
    mutating func heartbeatCame() { (frame, next) = (.heartbeat, 0) }

    /// Decides about the next few streams; after the last turn, the group is at the state of the frame.
    mutating func turn(of count: Int, isReady: (Stream) -> Bool) -> Turn {
        var turn = Turn()
        let end = min(next + count, entries.count)
        while next < end, let frame {
            defer { next += 1 }
            guard var entry = entries[next] else { continue }
            if entry.position == position, isReady(entry.stream) {
                turn.sent.append(entry.stream)
                if case .step(let position) = frame {
                    entry.position = position
                    entries[next] = entry
                }
            } else if entry.position == position || !isAhead(entry.position, of: frame) {
                turn.gone.append((entry.stream, entry.position))
                indexes[entry.id] = nil
                entries[next] = nil
            }
        }
        if next >= entries.count {
            turn.isLast = true
            if case .step(let position) = frame { self.position = position }
            frame = nil
            removeGaps()
        }
        return turn
    }

    /// Whether a stream that is not at the group's state can wait for it.
    private func isAhead(_ position: FeedPosition, of frame: Frame) -> Bool {
        switch frame {
        case .step(let new): position.number >= new.number
        case .heartbeat: true
        }
    }

    /// The group is dissolved: all streams go on alone.
    mutating func dissolved() -> [(stream: Stream, position: FeedPosition)] {
        defer { self = Self() }
        return entries.compactMap { entry in entry.map { ($0.stream, $0.position) } }
    }

    private mutating func removeGaps() {
        if entries.count == indexes.count { return }
        entries.removeAll { $0 == nil }
        for (index, entry) in entries.enumerated() {
            if let entry { indexes[entry.id] = index }
        }
    }
}
