internal import Synchronization

extension Derivation {
    /// Lets a derived hub follow the hub that belongs to a value, and another one when the value is another one.
    ///
    /// ``choose(by:)`` is only called by whoever works on the switch's hub.
    @usableFromInline
    final class Switch: Sendable {
        /// What comes of a look at the selection.
        @usableFromInline
        enum Selection {
            /// The value is the one it was.
            case same
            /// There is no value any more.
            case nothing
            /// The value is another one, and this is what belongs to it.
            case source(HubCore, any Sendable)
        }

        /// Looks at the selection.
        @usableFromInline
        typealias Select = @Sendable (_ selection: HubCommit) -> Selection

        /// Makes a commit of what is followed the newest state.
        @usableFromInline
        typealias Show = @Sendable (_ commit: HubCommit, _ hub: HubCore) -> Void

        /// What is shown when there is no value.
        let empty: HubCommit
        let show: Show
        /// Where the program makes the switch.
        let origin: String
        private let select: Select
        private let keeper: Weak<Keeper>
        private let state = Mutex<HubCore?>(nil)

        @usableFromInline
        init(
            empty: HubCommit, keeper: Keeper, origin: String, select: @escaping Select, show: @escaping Show
        ) {
            self.empty = empty
            self.keeper = Weak(keeper)
            self.origin = origin
            self.select = select
            self.show = show
        }

        /// The hub that is followed; `nil` as long as there is no value.
        var chosen: HubCore? { state.withLock { $0 } }

        /// Chooses by the selection; `true` when another hub is to be followed now.
        func choose(by selection: HubCommit) -> Bool {
            let (hub, source): (HubCore?, (any Sendable)?)
            switch select(selection) {
            case .same: return false
            case .nothing: (hub, source) = (nil, nil)
            case .source(let chosen, let kept): (hub, source) = (chosen, kept)
            }
            // The old one is handed out, so that it goes once the lock is open.
            let old = state.withLock { chosen in
                let old = chosen
                chosen = hub
                return old
            }
            keeper.object?.keep(source)
            return old !== hub
        }
    }

    /// Keeps alive the source that a switch follows, for as long as the switch as a source is alive.
    ///
    /// Subscriptions of the switch keep neither.
    @usableFromInline
    final class Keeper: Sendable {
        private let source = Mutex<(any Sendable)?>(nil)

        @usableFromInline
        init() {}

        func keep(_ new: (any Sendable)?) {
            // The old one is handed out, so that it goes once the lock is open.
            _ = source.withLock { source in
                let old = source
                source = new
                return old
            }
        }
    }
}

/// Finds the source that belongs to the newest value of a selection.
@usableFromInline
final class Selector<Value: Equatable & Sendable, Output: SnapshotProtocol>: Sendable {
    /// What was looked at last.
    private struct State {
        var value: Value?
        var commit: HubCommit?
    }

    private let find: @Sendable (Value) -> any DerivableSource<Output>
    private let state = Mutex(State())

    @usableFromInline
    init(_ find: @escaping @Sendable (Value) -> any DerivableSource<Output>) {
        self.find = find
    }

    private static func value(of commit: HubCommit) -> Value? {
        unsafeDowncast(commit, to: Commit<ValueSnapshot<Value>>.self).snapshot.value
    }

    @usableFromInline
    func select(_ commit: HubCommit) -> Derivation.Switch.Selection {
        let last = state.withLock { $0 }
        if commit === last.commit { return .same }
        let value = Self.value(of: commit)
        // Whoever looks works on the switch, so nobody else does so in between. Values are compared, and the old ones let
        // go of, with the lock open.
        state.withLock { $0 = State(value: value, commit: commit) }
        if value == last.value { return .same }
        guard let value else { return .nothing }
        let upstream = find(value).upstream
        return .source(upstream.core, upstream.source)
    }
}
