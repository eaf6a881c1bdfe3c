import DataSources

extension Recorder {
    /// The source of a recorder's updates; used only by the call that pulls.
    struct Feed: Sendable {
        /// An answer of the feed.
        enum Answer {
            /// An update, or `nil` for no net effect; everything up to `seen` is now known.
            case step(Update<Snapshot>?, seen: Version?)
            case ended
            case failed(any Error)
            case cancelled
        }

        /// Waits for something new.
        let next: @Sendable () async -> Answer
        /// What a subscription provides; `nil` for a sequence, which does not.
        let subscription: SnapshotSubscription<Snapshot>?

        init(_ subscription: SnapshotSubscription<Snapshot>) {
            self.subscription = subscription
            next = {
                let update = await subscription.advance()
                if update == nil, Task.isCancelled { return .cancelled }
                // Read after the step, so that it includes the step.
                let seen = subscription.seen
                return update == nil && subscription.hasEnded ? .ended : .step(update, seen: seen)
            }
        }

        init<Updates: AsyncSequence>(_ updates: sending Updates)
        where Updates.Element == Update<Snapshot>, Updates.AsyncIterator: SendableMetatype {
            // Only the call that pulls uses it, one at a time, and the recorder's mutex separates two calls.
            nonisolated(unsafe) var iterator = updates.makeAsyncIterator()
            subscription = nil
            next = {
                do {
                    // One call at a time, as above.
                    guard let update = unsafe try await iterator.next(isolation: nil) else {
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
