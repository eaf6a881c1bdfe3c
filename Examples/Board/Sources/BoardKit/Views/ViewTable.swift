/// Which views are open, for whom, and which one gives way to another.
///
/// - The board without a search is always served: it counts for nobody and never gives way.
/// - A view counts for the clients that have a stream of it, and after its last stream for the client of that one.
/// - A client with too many views loses the one of its own that has been idle the longest. If all of them have streams,
///   its new one is refused. Of all views together, the same.
/// - A client has a number of streams at most, of whatever views: others find connections left.
struct ViewTable<View> {
    struct Entry {
        let view: View
        /// The open streams of each client.
        fileprivate(set) var streams: [Client: Int] = [:]
        /// The client of the last stream.
        fileprivate(set) var lastClient: Client
        fileprivate(set) var lastUsed: ContinuousClock.Instant

        var isIdle: Bool { streams.isEmpty }

        fileprivate func counts(for client: Client) -> Bool {
            isIdle ? lastClient == client : streams[client] != nil
        }
    }

    /// What became of a client that wants a view.
    enum Admission {
        /// It is served; the old views have given way.
        case admitted(View, isNew: Bool, old: [View])
        /// The client has as many views as it may have, all of them with streams.
        case refusedToClient
        /// All views have streams, of many clients.
        case refusedToAll
        /// The client has as many streams as it may have.
        case refusedStream
    }

    /// The views at most, and those of one client.
    let capacity: Int
    let perClient: Int
    /// The streams of one client at most.
    let streamsPerClient: Int
    private(set) var entries: [BoardQuery: Entry] = [:]
    private var streamCounts: [Client: Int] = [:]

    init(capacity: Int, perClient: Int, streamsPerClient: Int) {
        (self.capacity, self.perClient, self.streamsPerClient) = (capacity, perClient, streamsPerClient)
    }

    /// The number of open streams.
    var streams: Int { streamCounts.values.reduce(0, +) }

    /// A client wants to see a view.
    ///
    /// - Parameters:
    ///   - query: What the client wants to see.
    ///   - client: The client.
    ///   - opensStream: Whether ``streamClosed(_:by:at:)`` follows.
    ///   - now: The time.
    ///   - make: Makes the view, if there is none.
    /// - Returns: What became of it.
    mutating func viewWanted(
        _ query: BoardQuery, by client: Client, opensStream: Bool, at now: ContinuousClock.Instant, make: () -> View
    ) -> Admission {
        if opensStream, streamCounts[client, default: 0] >= streamsPerClient { return .refusedStream }
        var old: [View] = []
        let isNew = entries[query] == nil
        // A view that others opened counts for a client that joins it.
        if !query.isPlain, entries[query]?.counts(for: client) != true {
            let own = entries.filter { !$0.key.isPlain && $0.value.counts(for: client) }
            if own.count >= perClient {
                guard let idle = Self.leastUsed(own) else { return .refusedToClient }
                if let entry = entries.removeValue(forKey: idle) { old.append(entry.view) }
            }
        }
        if !query.isPlain, isNew {
            let all = entries.filter { !$0.key.isPlain }
            if all.count >= capacity {
                guard let idle = Self.leastUsed(all) else { return .refusedToAll }
                if let entry = entries.removeValue(forKey: idle) { old.append(entry.view) }
            }
        }
        var entry = entries[query] ?? Entry(view: make(), lastClient: client, lastUsed: now)
        entry.lastUsed = now
        if opensStream {
            entry.streams[client, default: 0] += 1
            entry.lastClient = client
            streamCounts[client, default: 0] += 1
        }
        entries[query] = entry
        return .admitted(entry.view, isNew: isNew, old: old)
    }

    /// A client has closed a stream of a view.
    mutating func streamClosed(_ query: BoardQuery, by client: Client, at now: ContinuousClock.Instant) {
        guard let count = entries[query]?.streams[client], let all = streamCounts[client] else { return }
        streamCounts[client] = all > 1 ? all - 1 : nil
        entries[query]?.streams[client] = count > 1 ? count - 1 : nil
        entries[query]?.lastClient = client
        entries[query]?.lastUsed = now
    }

    /// The views without streams that nobody has used since a time are removed.
    mutating func timePassed(since time: ContinuousClock.Instant) -> [View] {
        let old = entries.filter { $0.value.isIdle && $0.value.lastUsed < time }
        for query in old.keys { entries[query] = nil }
        return old.values.map(\.view)
    }

    private static func leastUsed(_ entries: [BoardQuery: Entry]) -> BoardQuery? {
        entries.filter { $0.value.isIdle }.min { $0.value.lastUsed < $1.value.lastUsed }?.key
    }
}
