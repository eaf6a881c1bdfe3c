internal import Synchronization

extension Derivation {
    /// Selects the hub that a derived hub follows, by a value that can change.
    ///
    /// ``choose(by:)`` is called only by the pass that works on the switch's hub.
    @usableFromInline
    final class Switch: Sendable {
        /// The result of reading the selection.
        @usableFromInline
        enum Selection {
            /// The value has not changed.
            case same
            /// There is no value.
            case nothing
            /// The value has changed, and this source belongs to it.
            case source(HubCore, any Sendable)
        }

        /// Reads the selection.
        @usableFromInline
        typealias Select = @Sendable (_ selection: HubCommit) -> Selection

        /// Publishes a commit of the followed source as the newest state.
        @usableFromInline
        typealias Show = @Sendable (_ commit: HubCommit, _ hub: HubCore) -> Void

        /// The state without a value.
        let empty: HubCommit
        let show: Show
        /// Where the program creates the switch.
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

        /// The hub it follows; `nil` without a value.
        var chosen: HubCore? { state.withLock { $0 } }

        /// Reads the selection; returns `true` if the followed hub has changed.
        func choose(by selection: HubCommit) -> Bool {
            let (hub, source): (HubCore?, (any Sendable)?)
            switch select(selection) {
            case .same: return false
            case .nothing: (hub, source) = (nil, nil)
            case .source(let chosen, let kept): (hub, source) = (chosen, kept)
            }
            // The old hub is moved out, so it is released after the lock.
            let old = state.withLock { chosen in
                let old = chosen
                chosen = hub
                return old
            }
            keeper.object?.keep(source)
            return old !== hub
        }
    }

    /// Keeps the source that a switch follows alive while the switch itself, as a source, is alive.
    ///
    /// The switch's subscriptions keep neither alive.
    @usableFromInline
    final class Keeper: Sendable {
        private let source = Mutex<(any Sendable)?>(nil)

        @usableFromInline
        init() {}

        func keep(_ new: (any Sendable)?) {
            // The old source is moved out, so it is released after the lock.
            _ = source.withLock { source in
                let old = source
                source = new
                return old
            }
        }
    }
}

/// Finds the source for the newest value of a selection.
@usableFromInline
final class Selector<Value: Equatable & Sendable, Output: SnapshotProtocol>: Sendable {
    /// The last value and the commit it came from.
    private struct State {
        var value: Value?
        var commit: HubCommit?
    }

    private let find: @Sendable (Value) -> (any DerivableSource<Output>)?
    private let state = Mutex(State())

    @usableFromInline
    init(_ find: @escaping @Sendable (Value) -> (any DerivableSource<Output>)?) {
        self.find = find
    }

    private static func value(of commit: HubCommit) -> Value? {
        downcast(commit, to: Commit<ValueSnapshot<Value>>.self).snapshot.value
    }

    @usableFromInline
    func select(_ commit: HubCommit) -> Derivation.Switch.Selection {
        let last = state.withLock { $0 }
        if commit === last.commit { return .same }
        let value = Self.value(of: commit)
        // The caller works on the switch, so no other call comes in between. Values are compared and released outside
        // the lock.
        state.withLock { $0 = State(value: value, commit: commit) }
        if value == last.value { return .same }
        guard let value, let upstream = find(value)?.upstream else { return .nothing }
        return .source(upstream.core, upstream.source)
    }
}
