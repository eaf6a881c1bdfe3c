internal import Synchronization

/// How a derived hub is brought up to date with its inputs, as far as the hub and its subscriptions know.
///
/// ``Derivation``, one layer up, is the only subclass. It is a class and no protocol, so that a hub reads what is stored
/// here without a call.
@usableFromInline
// Sendable: what it holds is, and its only subclass guards what can be changed by a mutex.
class HubFeed: @unchecked Sendable {
    /// Where the cuts of the hub's refreshes are registered.
    final let scope: CutScope
    /// Which inputs have changed, who works on that, and what is derived from the hub.
    final let invalidation: Invalidation
    /// The cut that somebody is taking the hub to: the stamp of what is published meanwhile.
    final let workCut = Atomic<UInt64>(0)

    init(scope: CutScope, invalidation: Invalidation) {
        self.scope = scope
        self.invalidation = invalidation
    }

    deinit {
        invalidation.end()
    }

    /// Whether the hub's newest state is that of the newest states upstream.
    @usableFromInline var isCurrent: Bool { preconditionFailure("a subclass has it") }

    /// The origins whose deadlines have to be watched by the tasks that wait at the hub.
    var clocks: [HubCore] { preconditionFailure("a subclass has it") }

    /// Waits until all commits upstream that have been announced are made.
    func waitForChanges() { preconditionFailure("a subclass has it") }

    /// Brings `hub`, which is its own, up to the newest states upstream; returns early when the task is cancelled.
    @usableFromInline
    func refresh(_ hub: HubCore) async { preconditionFailure("a subclass has it") }
}
