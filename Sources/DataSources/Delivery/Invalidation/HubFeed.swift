internal import Synchronization

/// How a derived hub is kept up to date with its inputs, as seen by the hub and its subscriptions.
///
/// ``Derivation``, one layer up, is the only subclass. A class rather than a protocol, so that a hub reads the stored
/// properties without a call.
@usableFromInline
// Sendable: the stored properties are; the only subclass guards its mutable state with a mutex.
class HubFeed: @unchecked Sendable {
    /// The scope in which the hub's refreshes register their cuts.
    final let scope: CutScope
    /// The hub's changed inputs, its current work, and its dependents.
    final let invalidation: Invalidation
    /// The cut of the current work: the stamp of what it publishes.
    final let workCut = Atomic<UInt64>(0)

    init(scope: CutScope, invalidation: Invalidation) {
        self.scope = scope
        self.invalidation = invalidation
    }

    deinit {
        invalidation.end()
    }

    /// Whether the hub's newest state reflects the newest states upstream.
    @usableFromInline var isCurrent: Bool { preconditionFailure("a subclass must override this") }

    /// The timer hubs upstream; tasks that wait at the hub run them.
    var clocks: [HubCore] { preconditionFailure("a subclass must override this") }

    /// Waits until all announced commits upstream are published.
    func waitForChanges() { preconditionFailure("a subclass must override this") }

    /// Brings `hub`, which this object feeds, up to date with the newest states upstream; returns early if the task is
    /// cancelled.
    @usableFromInline
    func refresh(_ hub: HubCore) async { preconditionFailure("a subclass must override this") }
}
