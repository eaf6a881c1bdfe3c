import DataSources

/// A command's edit without its type.
protocol PendingEdit<Snapshot>: Sendable {
    associatedtype Snapshot: WireSnapshot

    /// The confirmed state after this edit and others; what cannot be made is left out.
    func shown(on storage: Snapshot.Storage, with others: [any PendingEdit<Snapshot>]) -> Snapshot

    /// The state shown last after this edit too; `nil` if it has to be made anew with all edits.
    func added(to storage: Snapshot.Storage) -> Snapshot?
}

struct PendingListEdit<Item: Identifiable & Equatable & Sendable & Codable>: PendingEdit where Item.ID: Sendable {
    let command: any ListCommand<Item>

    func shown(
        on storage: ListStorage<Item>, with others: [any PendingEdit<ListSnapshot<Item>>]
    ) -> ListSnapshot<Item> {
        let edits = [self] + others.compactMap { $0 as? PendingListEdit }
        return storage.snapshot(after: edits.map { edit in { (draft) throws in try edit.command.apply(to: &draft) } })
    }

    func added(to storage: ListStorage<Item>) -> ListSnapshot<Item>? {
        storage.snapshot(afterAlso: { draft in try command.apply(to: &draft) })
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
        let edits = [self] + others.compactMap { $0 as? PendingSectionedEdit }
        return storage.snapshot(after: edits.map { edit in { (draft) throws in try edit.command.apply(to: &draft) } })
    }

    func added(to storage: SectionedStorage<Header, Item>) -> SectionedSnapshot<Header, Item>? {
        storage.snapshot(afterAlso: { draft in try command.apply(to: &draft) })
    }
}
