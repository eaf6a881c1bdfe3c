internal import Synchronization

/// The cancellation handler of a subscription's stream.
///
/// A stream keeps its handler after it has ended, so the handler must not retain the subscription then.
@usableFromInline
final class StreamCancellation: Sendable {
    /// `nil` once the stream has ended.
    private let subscription: Mutex<SubscriptionCore?>

    @usableFromInline
    init(_ subscription: SubscriptionCore) {
        self.subscription = Mutex(subscription)
    }

    @usableFromInline
    func streamEnded() {
        _ = end()
    }

    /// The task that waits for the next update was cancelled, which ends the stream.
    @usableFromInline
    func taskCancelled() {
        end()?.wakeCancelled()
    }

    private func end() -> SubscriptionCore? { subscription.withLock { $0.take() } }
}
