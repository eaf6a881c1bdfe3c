/// Tells what is derived when an operator's state changes without anything having come from upstream.
///
/// It belongs to a hub that is an origin like any other, whose state counts how often a deadline has passed. Nothing runs
/// while no subscriber waits. A request reads the clock. Of the waiting tasks, one in each class sleeps until the deadline.
@usableFromInline
protocol DeadlineTimer: AnyObject, Sendable {
    /// Whether a deadline is to come yet, or has passed and nobody has been told.
    var isSet: Bool { get }

    /// Whether a deadline has passed that nobody has been told of.
    var isDue: Bool { get }

    /// Tells all that is derived from `hub`, which is the timer's, if a deadline has passed that nobody has been told of.
    func fireIfDue(at hub: HubCore)

    /// Does so at each deadline, until the task is cancelled.
    func run(at hub: HubCore) async
}
