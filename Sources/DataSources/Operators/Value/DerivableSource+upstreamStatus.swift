extension DerivableSource {
    /// How the sources that this one is derived from are connected to the stores that they follow: "loading" is not
    /// "empty".
    ///
    /// ```swift
    /// let open = orders.filter { $0.isOpen }.sorted(by: \.day)       // orders: a FollowedList
    /// for await update in open.upstreamStatus.updates() { footer.show(update.after.value) }
    /// ```
    ///
    /// | Sources that follow a store | Status |
    /// |---|---|
    /// | one | its status |
    /// | several | that of the first in this order: `failed`, `stale`, `loading` (the least part), `ready`, `finished` |
    /// | none | `ready`, and then it finishes |
    ///
    /// A status changes together with the state: a source derived from this one and from its status sees both at one cut.
    /// The sources are those that this one is made of; what a switch, or a source for each item, chooses is not among
    /// them.
    ///
    /// - Returns: A derived source of one value.
    /// - Complexity: O(number of sources upstream), and O(number of stores) for a change of a status.
    public var upstreamStatus: DerivedSource<ValueSnapshot<SourceStatus>> {
        let upstream = upstream
        var hubs = upstream.core.statuses
        // It is released, and so finishes.
        if hubs.isEmpty { hubs = [SnapshotHub(ValueSnapshot(.ready))] }
        let inputs = hubs.map { Upstream<ValueSnapshot<SourceStatus>>(core: $0.core, source: upstream.source).erased }
        let box = OperatorBox(StatusOperator(count: hubs.count))
        return DerivedSource(from: inputs) { (updates: [InputUpdate], last: HubCommit, version: Version) in
            for input in updates {
                box.operation.apply(DerivedSource<ValueSnapshot<SourceStatus>>.update(input), at: input.slot)
            }
            return Commit.next(of: ValueSnapshot(box.operation.status), after: last, as: version)
        }
    }
}

/// The status of several sources; see ``DerivableSource/upstreamStatus``.
private struct StatusOperator: Sendable, ~Copyable {
    private var statuses: [SourceStatus]

    init(count: Int) {
        statuses = Array(repeating: .ready, count: count)
    }

    mutating func apply(_ update: Update<ValueSnapshot<SourceStatus>>, at place: Int) {
        if let status = update.after.value { statuses[place] = status }
    }

    /// The status of all together.
    var status: SourceStatus { statuses.dropFirst().reduce(statuses.first ?? .ready) { $0.combined(with: $1) } }
}

extension SourceStatus {
    /// The status of a source that is made of two.
    fileprivate func combined(with other: SourceStatus) -> SourceStatus {
        if case (.loading(let part), .loading(let otherPart)) = (self, other) {
            guard let part, let otherPart else { return .loading(nil) }
            return .loading(min(part, otherPart))
        }
        return other.rank < rank ? other : self
    }

    private var rank: Int {
        switch self {
        case .failed: 0
        case .stale: 1
        case .loading: 2
        case .ready: 3
        case .finished: 4
        }
    }
}

extension HubCore {
    /// The statuses of the sources that the hub is made of, each once, in the order of the inputs.
    fileprivate var statuses: [SnapshotHub<ValueSnapshot<SourceStatus>>] {
        var found: [SnapshotHub<ValueSnapshot<SourceStatus>>] = []
        var waiting = [self]
        var seen: Set<ObjectIdentifier> = []
        while let hub = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(hub)).inserted else { continue }
            if let status = hub.status { found.append(status) }
            waiting += (hub.derivation?.inputs ?? []).reversed()
        }
        return found
    }
}
