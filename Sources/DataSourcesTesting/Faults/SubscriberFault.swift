internal import DataSources

/// A way in which a subscriber behaves badly: see ``FaultySubscriber``.
///
/// Numbers of updates are counted from the beginning, over all subscriptions that the subscriber makes. A number below zero
/// counts as zero.
public struct SubscriberFault: Sendable {
    enum Kind: Sendable {
        case slow(@Sendable () async throws -> Void)
        case stalled(after: Int, until: Latch?)
        case cancelled(after: Int, whileAsking: Bool)
        case resubscribing(every: Int, from: Resubscription)
    }

    /// Where a subscriber starts that subscribes again.
    public enum Resubscription: Hashable, Sendable {
        /// With the last snapshot it was given: no update is lost to it.
        case lastSnapshot
        /// Afresh, with the newest state: what was committed meanwhile it learns from that state alone.
        case newestState
    }

    let kind: Kind

    /// Sleeps after every update before it asks for more.
    ///
    /// - Parameters:
    ///   - pause: How long; less than zero counts as zero, more than 100 years as 100 years.
    ///   - clock: What it sleeps on; cancelling the subscriber ends the sleep.
    /// - Returns: The fault.
    public static func slow(_ pause: Duration, clock: some Clock<Duration>) -> SubscriberFault {
        SubscriberFault(kind: .slow { try await clock.sleep(for: pause.bounded) })
    }

    /// Keeps its subscription after an update, but asks no more until the latch opens or its task is cancelled.
    ///
    /// - Parameters:
    ///   - updates: After how many updates; 0 stalls before it has asked at all.
    ///   - latch: What lets it go on; without one only cancelling does.
    /// - Returns: The fault.
    public static func stalled(after updates: Int, until latch: Latch? = nil) -> SubscriberFault {
        SubscriberFault(kind: .stalled(after: max(0, updates), until: latch))
    }

    /// Asks for more in a task that has just been cancelled, and so is given exactly `updates` updates.
    ///
    /// The caller's task is not cancelled.
    ///
    /// - Parameter updates: After how many updates; 0 cancels the first ask.
    /// - Returns: The fault.
    public static func cancelled(afterUpdates updates: Int) -> SubscriberFault {
        SubscriberFault(kind: .cancelled(after: max(0, updates), whileAsking: false))
    }

    /// Is cancelled by another task at some moment after an update: before it asks, as it waits or as it computes.
    ///
    /// Which, the schedule decides, on a ``SeededExecutor`` the seed. It is given at least `updates` updates if there
    /// are as many.
    ///
    /// - Parameter updates: After how many updates.
    /// - Returns: The fault.
    public static func cancelled(whileAskingAfter updates: Int) -> SubscriberFault {
        SubscriberFault(kind: .cancelled(after: max(0, updates), whileAsking: true))
    }

    /// Drops its subscription after every `updates` updates and subscribes again.
    ///
    /// - Parameters:
    ///   - updates: After how many; at least 1.
    ///   - start: Where the new subscription starts.
    /// - Returns: The fault.
    public static func resubscribing(
        every updates: Int,
        from start: Resubscription = .lastSnapshot
    ) -> SubscriberFault {
        SubscriberFault(kind: .resubscribing(every: max(updates, 1), from: start))
    }
}
