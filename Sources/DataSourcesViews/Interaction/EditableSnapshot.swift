public import DataSources

/// A snapshot that edits of a display can be made in: a `ListSnapshot` or a `SectionedSnapshot`.
public protocol EditableSnapshot: ItemSnapshot where Item.ID: Sendable {
    /// The ids of sections; `Never` in a list.
    associatedtype SectionID: Hashable & Sendable
    /// An edit that starts on a screen.
    typealias Edit = DisplayEdit<Item, SectionID>
    /// Makes edits in a source.
    typealias Editor = @Sendable (Edit) async throws -> Void

    /// The place of an item that is inserted at `position`, or moved from `origin` so that it ends there; `nil` if there
    /// is no such position.
    func place(at position: ItemPosition, movingFrom origin: ItemPosition?) -> ItemPlace<Item.ID, SectionID>?

    /// The position of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*n*), comparing ids.
    func itemPosition(of id: Item.ID) -> ItemPosition?

    /// The state after the edit; `nil` if it has no place here.
    ///
    /// - Complexity: O(*n*), comparing ids.
    func making(_ edit: Edit) -> Self?

    /// The state after moving an item; `nil` if there is no such position.
    ///
    /// - Complexity: O(*n* / 32).
    func moving(from origin: ItemPosition, to position: ItemPosition) -> Self?

    /// The state after removing an item; `nil` if there is no such position.
    ///
    /// - Complexity: O(*n* / 32).
    func removing(at position: ItemPosition) -> Self?
}

extension ListSnapshot: EditableSnapshot {
    /// A list has no sections.
    public typealias SectionID = Never

    /// The place of an item that is inserted at `position`, or moved from `origin` so that it ends there; `nil` if there
    /// is no such position.
    public func place(at position: Int, movingFrom origin: Int?) -> ItemPlace<Item.ID, Never>? {
        ItemPlace(at: position, of: count, without: origin) { self[$0]?.id }
    }

    /// The position of the item with this id; `nil` when there is none.
    public func itemPosition(of id: Item.ID) -> Int? { position(of: id) }

    /// The list after the edit; `nil` if it has no place here.
    public func making(_ edit: DisplayEdit<Item, Never>) -> ListSnapshot? {
        switch edit {
        case .insert(let item, let place):
            return place.offset(of: count, without: nil, find: position).flatMap {
                try? applying(.insert(item, at: $0))
            }
        case .move(let id, let place):
            guard let origin = position(of: id) else { return nil }
            return place.offset(of: count, without: origin, find: position).flatMap { moving(from: origin, to: $0) }
        case .remove(let id): return try? applying(.removeID(id))
        case .update(let item): return position(of: item.id).flatMap { try? applying(.update(item, at: $0)) }
        case .moveSection(let id, _):
            // A list has no sections.
            switch id {}
        }
    }

    /// The list after moving an item; `nil` if there is no such position.
    public func moving(from origin: Int, to position: Int) -> ListSnapshot? {
        try? applying(.move(from: origin, to: position))
    }

    /// The list after removing an item; `nil` if there is no such position.
    public func removing(at position: Int) -> ListSnapshot? { try? applying(.remove(at: position)) }
}

extension SectionedSnapshot: EditableSnapshot {
    /// The ids of sections.
    public typealias SectionID = Header.ID

    /// The place of an item that is inserted at `path`, or moved from `origin` so that it ends there; `nil` if there is
    /// no such path.
    public func place(at path: ItemPath, movingFrom origin: ItemPath?) -> ItemPlace<Item.ID, Header.ID>? {
        guard let section = self[section: path.section] else { return nil }
        let origin = origin.flatMap { $0.section == path.section ? $0.item : nil }
        return ItemPlace(at: path.item, of: section.items.count, without: origin, section: section.id) {
            self[ItemPath(section: path.section, item: $0)]?.id
        }
    }

    /// The path of the item with this id; `nil` when there is none.
    public func itemPosition(of id: Item.ID) -> ItemPath? { path(of: id) }

    /// The sections after the edit; `nil` if it has no place here.
    public func making(_ edit: DisplayEdit<Item, Header.ID>) -> SectionedSnapshot? {
        switch edit {
        case .insert(let item, let place):
            return path(of: place, without: nil).flatMap { try? applying(.insertItem(item, at: $0)) }
        case .move(let id, let place):
            guard let origin = path(of: id) else { return nil }
            return path(of: place, without: origin).flatMap { moving(from: origin, to: $0) }
        case .remove(let id): return try? applying(.removeItemID(id))
        case .update(let item): return path(of: item.id).flatMap { try? applying(.updateItem(item, at: $0)) }
        case .moveSection(let id, let place):
            guard let origin = sectionPosition(of: id) else { return nil }
            return place.offset(of: count, without: origin, find: sectionPosition).flatMap {
                movingSection(from: origin, to: $0)
            }
        }
    }

    /// The sections after moving an item; `nil` if there is no such path.
    public func moving(from origin: ItemPath, to path: ItemPath) -> SectionedSnapshot? {
        try? applying(.moveItem(from: origin, to: path))
    }

    /// The place of the section at `origin` once it is at `position`; `nil` if there are no such positions.
    public func sectionPlace(at position: Int, movingFrom origin: Int) -> ItemPlace<Header.ID, Never>? {
        ItemPlace(at: position, of: count, without: origin) { self[section: $0]?.id }
    }

    /// The sections after moving one of them; `nil` if there are no such positions.
    public func movingSection(from origin: Int, to position: Int) -> SectionedSnapshot? {
        try? applying(.moveSection(from: origin, to: position))
    }

    /// The sections after removing an item; `nil` if there is no such path.
    public func removing(at path: ItemPath) -> SectionedSnapshot? { try? applying(.removeItem(at: path)) }

    private func path(of place: ItemPlace<Item.ID, Header.ID>, without origin: ItemPath?) -> ItemPath? {
        guard let section = place.section.flatMap(sectionPosition), let items = self[section: section]?.items else {
            return nil
        }
        let origin = origin.flatMap { $0.section == section ? $0.item : nil }
        return place.offset(of: items.count, without: origin) { items.position(of: $0) }
            .map { ItemPath(section: section, item: $0) }
    }
}
