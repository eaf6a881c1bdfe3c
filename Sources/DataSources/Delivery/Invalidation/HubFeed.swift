/// How a derived hub is kept up to date with its inputs, as seen by the hub and its subscriptions.
///
/// ``Derivation``, one layer up, is the only type that conforms.
@usableFromInline
protocol HubFeed: AnyObject, Sendable {
    /// The scope in which the hub's refreshes register their cuts.
    var scope: CutScope { get }

    /// The hub's changed inputs, its current work, and its dependents.
    var invalidation: Invalidation { get }

    /// The cut of the current work: the stamp of what it publishes.
    var workCut: UInt64 { get }

    /// The annotation of the inputs of the current work, which its commit gets too.
    var workAnnotation: BoxedAnnotation? { get }

    /// Whether the hub's newest state reflects the newest states upstream.
    var isCurrent: Bool { get }

    /// The timer hubs upstream; tasks that wait at the hub run them.
    var clocks: [HubCore] { get }

    /// Waits until all announced commits upstream are published.
    func waitForChanges()

    /// Brings `hub`, which this object feeds, up to date with the newest states upstream; returns early if the task is
    /// cancelled.
    func refresh(_ hub: HubCore) async
}

/// Publishes a change when an operator's state changes with time, without a change upstream.
///
/// Its hub is an origin like any other; the hub's state counts expired deadlines. Nothing runs while no subscriber
/// waits. A refresh reads the clock. Of the waiting tasks, one of each class sleeps until the deadline.
@usableFromInline
protocol DeadlineTimer: AnyObject, Sendable {
    /// Whether a deadline is set that has not been published.
    var isSet: Bool { get }

    /// Whether a deadline has passed that has not been published.
    var isDue: Bool { get }

    /// Publishes to `hub`, the timer's hub, if a deadline has passed.
    func fireIfDue(at hub: HubCore)

    /// Publishes each deadline when it passes, until the task is cancelled.
    func run(at hub: HubCore) async
}
