public import DataSources

/// A source that makes the edits of displays: a `ListSource`, a `SectionedSource`, or one of your own.
public protocol EditableSource<Snapshot>: DataSource where Snapshot: EditableSnapshot {
    /// Makes an edit.
    ///
    /// - Throws: Any error if it cannot; then nothing has changed, and the display undoes the edit.
    func make(_ edit: Snapshot.Edit) async throws
}

/// What makes edits in a source, of the type `Editor` of its snapshot; `nil` if it does not make edits of displays.
func makeEditor(for source: any DataSource) -> (any Sendable)? {
    func editor<Source: EditableSource>(_ source: Source) -> any Sendable {
        let editor: Source.Snapshot.Editor = { try await source.make($0) }
        return editor
    }
    return (source as? any EditableSource).map { editor($0) }
}

extension ListSource: EditableSource {
    /// Makes an edit in one transaction.
    ///
    /// - Throws: `EditError` if its item or its place has gone.
    public nonisolated func make(_ edit: DisplayEdit<Item, Never>) async throws {
        try await transaction { try edit.make(in: &$0) }
    }
}

extension SectionedSource: EditableSource {
    /// Makes an edit in one transaction.
    ///
    /// - Throws: `EditError` if its item or its place has gone.
    public nonisolated func make(_ edit: DisplayEdit<Item, Header.ID>) async throws {
        try await transaction { try edit.make(in: &$0) }
    }
}

extension DisplayEdit where SectionID == Never {
    /// Makes the edit in a list, as part of a transaction.
    ///
    /// - Throws: `EditError` if its item or its place has gone; then nothing has changed.
    public func make(in draft: inout ListDraft<Item>) throws(EditError) {
        switch self {
        case .insert(let item, let place):
            let offset = place.offset(of: draft.count, without: nil) { draft.position(of: $0) }
            guard let offset else { throw place.gone(.unknownItem) }
            try draft.insert(item, at: offset)
        case .move(let id, let place):
            let origin = draft.position(of: id)
            let offset = place.offset(of: draft.count, without: origin) { draft.position(of: $0) }
            guard let offset else { throw place.gone(.unknownItem) }
            try draft.move(id: id, to: offset)
        case .remove(let id): try draft.remove(id: id)
        case .update(let item): try draft.update(item)
        case .moveSection(let id, _):
            // A list has no sections.
            switch id {}
        }
    }
}

extension DisplayEdit {
    /// Makes the edit in sections, as part of a transaction.
    ///
    /// - Throws: `EditError` if its item or its place has gone; then nothing has changed.
    public func make<Header>(in draft: inout SectionedDraft<Header, Item>) throws(EditError)
    where Header.ID == SectionID {
        switch self {
        case .insert(let item, let place): try draft.insertItem(item, at: place.path(in: draft, without: nil))
        case .move(let id, let place):
            try draft.moveItem(id: id, to: place.path(in: draft, without: draft.path(of: id)))
        case .remove(let id): try draft.removeItem(id: id)
        case .update(let item): try draft.updateItem(item)
        case .moveSection(let id, let place):
            let origin = draft.sectionPosition(of: id)
            let offset = place.offset(of: draft.count, without: origin) { draft.sectionPosition(of: $0) }
            guard let offset else { throw place.gone(.unknownSection) }
            try draft.moveSection(id: id, to: offset)
        }
    }
}

extension ItemPlace {
    /// The error if both neighbours have gone.
    fileprivate func gone(_ code: EditError.Code) -> EditError {
        let ids = [previous, next].compactMap { $0.map { AnyID($0) } }
        return EditError(code: code, ids: ids, message: "the neighbours of the place of the edit have gone")
    }

    fileprivate func path<Header, Item>(
        in draft: borrowing SectionedDraft<Header, Item>, without origin: ItemPath?
    ) throws(EditError) -> ItemPath where Header.ID == SectionID, Item.ID == ItemID {
        guard let id = section, let section = draft.sectionPosition(of: id) else {
            let ids = section.map { [AnyID($0)] } ?? []
            throw EditError(code: .unknownSection, ids: ids, message: "the section of the edit has gone")
        }
        let count = draft[section: section]?.items.count ?? 0
        let origin = origin.flatMap { $0.section == section ? $0.item : nil }
        let offset = offset(of: count, without: origin) { id in
            draft.path(of: id).flatMap { $0.section == section ? $0.item : nil }
        }
        guard let offset else { throw gone(.unknownItem) }
        return ItemPath(section: section, item: offset)
    }
}
