internal import Synchronization

/// Where the states of a derived hub come from.
///
/// The hub's subscribers call it in their own tasks, before they look for something new and before they wait.
@usableFromInline
protocol HubFeed: AnyObject, Sendable {
    /// Whether the hub's newest state is that of the newest states upstream.
    var isCurrent: Bool { get }

    /// The origins whose time has to be kept by those that wait.
    var clocks: [HubCore] { get }

    /// Brings `hub` up to the newest states upstream; returns early when the task is cancelled.
    func refresh(_ hub: HubCore) async

    /// Sees to it that `hub` is rung when something upstream changes; `false` when something has changed already.
    func arm(_ hub: HubCore) -> Bool
}

/// What a root rings when it has something new: one for each derived hub and each of its roots.
///
/// It is rung once, and then has to be hung up again. It keeps nothing alive: a derived hub that nobody follows any more
/// goes away, and its bell rings for nobody.
final class Bell: Sendable {
    private let hub: Weak<HubCore>
    /// Whether it hangs at its root; only read and written under the root's mutex.
    let isArmed = Atomic<Bool>(false)

    /// Whether the hub no longer comes from this root.
    private let isLeft = Atomic<Bool>(false)

    init(of hub: HubCore) {
        self.hub = Weak(hub)
    }

    /// Whether anybody would hear it; if not, it can be taken down.
    var isHeard: Bool { hub.object != nil && !isLeft.load(ordering: .relaxed) }

    /// The hub no longer comes from this root.
    ///
    /// When the root has taken it down to ring it, it still rings: that change may be why the root was left, and somebody
    /// may be about to wait for it.
    func leave() {
        isLeft.store(true, ordering: .relaxed)
    }

    /// Tells the hub that something upstream has changed.
    func ring() {
        hub.object?.upstreamChanged()
    }
}
