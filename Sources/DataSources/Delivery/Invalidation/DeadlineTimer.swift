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
