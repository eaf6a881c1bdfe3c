internal import DataSources

/// A way in which a subscriber misbehaves: see ``FaultySubscriber``.
///
/// Numbers of updates count from the start, across all subscriptions of the subscriber. A negative number counts as
/// zero.
public struct SubscriberFault: Sendable {
    enum Kind: Sendable {
        case slow(@Sendable () async throws -> Void)
        case stalled(after: Int, until: Latch?)
        case cancelled(after: Int, whileAsking: Bool)
        case resubscribing(every: Int, from: Resubscription)
    }

    /// The starting point of a resubscription.
    public enum Resubscription: Hashable, Sendable {
        /// The last snapshot received, so that no update is lost.
        case lastSnapshot
        /// The newest state; commits since the last snapshot are visible in that state only.
        case newestState
    }

    let kind: Kind

    /// Sleeps after every update before it asks for the next.
    ///
    /// - Parameters:
    ///   - pause: The duration; negative counts as zero, more than 100 years as 100 years.
    ///   - clock: The clock to sleep on; cancelling the subscriber ends the sleep.
    /// - Returns: The fault.
    public static func slow(_ pause: Duration, clock: some Clock<Duration>) -> SubscriberFault {
        SubscriberFault(kind: .slow { try await clock.sleep(for: pause.bounded) })
    }

    /// Keeps its subscription after an update, but asks for no more until the latch opens or its task is cancelled.
    ///
    /// - Parameters:
    ///   - updates: The number of updates before; 0 stalls before the first.
    ///   - latch: Ends the stall; without one only cancellation does.
    /// - Returns: The fault.
    public static func stalled(after updates: Int, until latch: Latch? = nil) -> SubscriberFault {
        SubscriberFault(kind: .stalled(after: max(0, updates), until: latch))
    }

    /// Asks for an update in a task that has just been cancelled, and so receives exactly `updates` updates.
    ///
    /// The caller's task is not cancelled.
    ///
    /// - Parameter updates: The number of updates before; 0 cancels the first request.
    /// - Returns: The fault.
    public static func cancelled(afterUpdates updates: Int) -> SubscriberFault {
        SubscriberFault(kind: .cancelled(after: max(0, updates), whileAsking: false))
    }

    /// Is cancelled by another task at some point after an update: before it asks for the next, while it waits or while
    /// it computes.
    ///
    /// The schedule decides the point; on a ``SeededExecutor`` the seed does. It receives at least `updates` updates if
    /// there are that many.
    ///
    /// - Parameter updates: The number of updates before.
    /// - Returns: The fault.
    public static func cancelled(whileAskingAfter updates: Int) -> SubscriberFault {
        SubscriberFault(kind: .cancelled(after: max(0, updates), whileAsking: true))
    }

    /// Drops its subscription after every `updates` updates and subscribes again.
    ///
    /// - Parameters:
    ///   - updates: The number of updates per subscription; at least 1.
    ///   - start: The starting point of the new subscription.
    /// - Returns: The fault.
    public static func resubscribing(
        every updates: Int,
        from start: Resubscription = .lastSnapshot
    ) -> SubscriberFault {
        SubscriberFault(kind: .resubscribing(every: max(updates, 1), from: start))
    }
}
