import DataSources

/// The commands of a replica that are shown and not confirmed, in the order in which they were sent.
///
/// A command leaves when it is refused; or when the replica has a state that contains its effect. That is known from the
/// command's answer, or before it from a frame that names the command. If a frame leaves it open, the edit is not shown
/// until the answer is there: no effect is shown twice.
struct CommandQueue<Snapshot: WireSnapshot> {
    private struct Pending {
        let number: Int
        let hash: UInt32
        let edit: any PendingEdit<Snapshot>
        var applied: FeedPosition?
        /// Whether the confirmed state may contain the edit.
        var isDoubtful = false
    }

    private var pending: [Pending] = []
    private var sent = 0
    private var confirmed: FeedPosition?

    /// The number of commands on their way.
    var count: Int { pending.count }

    /// A command was sent; returns its number.
    mutating func commandSent(_ edit: any PendingEdit<Snapshot>, key: String) -> Int {
        sent += 1
        pending.append(Pending(number: sent, hash: WireCommands.hash(of: key), edit: edit))
        return sent
    }

    /// The source has made a command's edit.
    mutating func commandApplied(_ number: Int, at position: FeedPosition) {
        if let index = pending.firstIndex(where: { $0.number == number }) {
            pending[index].applied = position
            pending[index].isDoubtful = false
        }
        removeConfirmed()
    }

    /// A command was refused, or given up.
    mutating func commandFailed(_ number: Int) {
        pending.removeAll { $0.number == number }
    }

    /// The replica has a state of the source, which contains these commands and the state before does not.
    mutating func stateConfirmed(_ position: FeedPosition, containing commands: WireCommands) {
        confirmed = position
        switch commands {
        case .named(let hashes):
            if !pending.isEmpty, !hashes.isEmpty {
                let hashes = Set(hashes)
                pending.removeAll { $0.applied == nil && hashes.contains($0.hash) }
            }
        case .unknown:
            for index in pending.indices where pending[index].applied == nil { pending[index].isDoubtful = true }
        }
        removeConfirmed()
    }

    /// The source has finished: its last state contains what it has applied.
    mutating func sourceFinished() {
        pending.removeAll { $0.applied != nil }
    }

    /// The state to show.
    func shown(on storage: Snapshot.Storage) -> Snapshot {
        let shown = pending.filter { !$0.isDoubtful }
        guard let first = shown.first else { return storage.snapshot }
        return first.edit.shown(on: storage, with: shown.dropFirst().map(\.edit))
    }

    private mutating func removeConfirmed() {
        guard let confirmed else { return }
        pending.removeAll { command in
            guard let applied = command.applied else { return false }
            // After a restart of the source its states contain whatever was kept.
            return applied.epoch != confirmed.epoch || applied.number <= confirmed.number
        }
    }
}

/// A command's edit without its type.
protocol PendingEdit<Snapshot>: Sendable {
    associatedtype Snapshot: WireSnapshot

    /// The state after this edit and others.
    func shown(on storage: Snapshot.Storage, with others: [any PendingEdit<Snapshot>]) -> Snapshot
}

struct PendingListEdit<Item: Identifiable & Equatable & Sendable & Codable>: PendingEdit where Item.ID: Sendable {
    let command: any ListCommand<Item>

    func shown(
        on storage: ListStorage<Item>, with others: [any PendingEdit<ListSnapshot<Item>>]
    ) -> ListSnapshot<Item> {
        let edits = ([self] + others.compactMap { $0 as? PendingListEdit })
        return storage.snapshot(after: edits.map { edit in { (draft) throws in try edit.command.apply(to: &draft) } })
    }
}

struct PendingSectionedEdit<Header, Item>: PendingEdit
where
    Header: Identifiable & Equatable & Sendable & Codable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable & Codable, Item.ID: Sendable
{
    let command: any SectionedCommand<Header, Item>

    func shown(
        on storage: SectionedStorage<Header, Item>, with others: [any PendingEdit<SectionedSnapshot<Header, Item>>]
    ) -> SectionedSnapshot<Header, Item> {
        let edits = ([self] + others.compactMap { $0 as? PendingSectionedEdit })
        return storage.snapshot(after: edits.map { edit in { (draft) throws in try edit.command.apply(to: &draft) } })
    }
}
