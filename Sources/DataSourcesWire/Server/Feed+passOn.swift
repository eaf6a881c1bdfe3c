internal import DataSources

/// What a feed passes on next.
enum FeedNews: Sendable {
    case step(FeedStep)
    /// The last one, if there is another one: the source has finished.
    case end(FeedStep?)
    /// The task was cancelled.
    case cancelled
}

extension Feed {
    /// Passes on steps, and heartbeats between them, until the source has finished, the feed is shut down, or the task is
    /// cancelled; `relay` has begun.
    ///
    /// - Parameters:
    ///   - interval: The time between two steps, at least.
    ///   - heartbeat: The time between heartbeats.
    ///   - clock: The clock that measures the time.
    ///   - newest: The newest state, for a heartbeat.
    ///   - next: Waits for the next step.
    func passOn(
        every interval: Duration, heartbeat: Duration, clock: some Clock<Duration>,
        newest: @escaping @Sendable () async -> FeedStep?, next: @escaping @Sendable () async -> FeedNews
    ) async {
        let hasFinished = await withTaskGroup(of: Bool.self) { @Sendable group in
            group.addTask { [relay] in
                while (try? await clock.sleep(for: heartbeat)) != nil {
                    if let newest = await newest() { relay.beat(at: newest) }
                }
                return false
            }
            group.addTask { [relay] in
                while true {
                    switch await next() {
                    case .step(let step): relay.publish(step)
                    case .end(let last):
                        if let last { relay.publish(last) }
                        return true
                    case .cancelled: return false
                    }
                    if interval > .zero, (try? await clock.sleep(for: interval)) == nil { return false }
                }
            }
            group.addTask { [relay] in
                await relay.waitForEnd(of: .running)
                return false
            }
            let hasFinished = await group.next()
            group.cancelAll()
            return hasFinished ?? false
        }
        if hasFinished { relay.end(.finished) } else { relay.stop() }
    }
}
