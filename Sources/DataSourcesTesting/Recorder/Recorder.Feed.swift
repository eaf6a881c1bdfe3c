import DataSources

extension Recorder {
    /// Where a recorder's updates come from; only the call that pulls asks it.
    struct Feed: Sendable {
        /// What came when the feed was asked.
        enum Answer {
            /// What was newer came to this update, or to nothing; everything up to `seen` is known now.
            case step(Update<Snapshot>?, seen: Version?)
            case ended
            case failed(any Error)
            case cancelled
        }

        /// Waits for something newer.
        let next: @Sendable () async -> Answer
        /// The newest commit there is; `nil` for a sequence, which does not say.
        let newest: (@Sendable () -> Version)?

        init(_ subscription: Subscription<Snapshot>) {
            newest = { subscription.newest }
            next = {
                let update = await subscription.advance()
                if update == nil, Task.isCancelled { return .cancelled }
                // Read after the step: what it came to is seen by now.
                let seen = subscription.seen
                return update == nil && subscription.hasEnded ? .ended : .step(update, seen: seen)
            }
        }

        init<Updates: AsyncSequence>(_ updates: sending Updates)
        where Updates.Element == Update<Snapshot>, Updates.AsyncIterator: SendableMetatype {
            // Only the call that pulls uses it, and there is one at a time: the recorder's mutex lies between two calls.
            nonisolated(unsafe) var iterator = updates.makeAsyncIterator()
            newest = nil
            next = {
                do {
                    guard let update = try await iterator.next(isolation: nil) else {
                        return Task.isCancelled ? .cancelled : .ended
                    }
                    return .step(update, seen: update.after.version)
                } catch {
                    return error is CancellationError && Task.isCancelled ? .cancelled : .failed(error)
                }
            }
        }
    }
}
