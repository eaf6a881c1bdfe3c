public import DataSources

extension Presentation where Snapshot: EditableSnapshot {
    /// Creates the presentation of any source, whose edits are made in another one.
    ///
    /// Edits refer to items and places by id, so those of a filtered list, for example, can be made in the list behind
    /// it.
    public convenience init<Source: DataSource, Base: EditableSource>(of source: Source, editing base: Base) async
    where Source.Snapshot == Snapshot, Base.Snapshot.Edit == Snapshot.Edit {
        await self.init(of: source) { try await base.make($0) }
    }

    /// Creates the presentation of any source, whose edits are made by `editor`.
    public convenience init<Source: DataSource>(of source: Source, editing editor: @escaping Snapshot.Editor) async
    where Source.Snapshot == Snapshot {
        let subscription = await source.subscribe()
        self.init(following: subscription, end: SourceEnd(of: source, for: subscription), editor: editor) {
            await source.snapshot
        }
    }

    // MARK: Edits in code

    /// Shows a moved item at once, lets the source move it, and shows what the source has made of it.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - position: Its position after the move.
    /// - Throws: Any error of the source; ``PresentationError`` if there is no such item or position on the screen.
    public func move(_ id: Snapshot.Item.ID, to position: Snapshot.ItemPosition) async throws {
        try await make(Self.move(id, to: position, in: snapshot))
    }

    /// Removes an item at once, lets the source remove it, and shows what the source has made of it.
    ///
    /// - Throws: Any error of the source; ``PresentationError`` if there is no such item on the screen.
    public func remove(_ id: Snapshot.Item.ID) async throws {
        try await make(.remove(id))
    }

    /// Shows a new item at once, lets the source insert it, and shows what the source has made of it.
    ///
    /// - Throws: Any error of the source; ``PresentationError`` if there is no such position on the screen.
    public func insert(_ item: Snapshot.Item, at position: Snapshot.ItemPosition) async throws {
        guard let place = snapshot.place(at: position, movingFrom: nil) else { throw PresentationError.noPlace }
        try await make(.insert(item, place))
    }

    /// Shows the new content of an item at once, lets the source update it, and shows what the source has made of it.
    ///
    /// - Throws: Any error of the source; ``PresentationError`` if there is no such item on the screen.
    public func update(_ item: Snapshot.Item) async throws {
        try await make(.update(item))
    }

    /// Shows an edit at once, lets the source make it, and shows what the source has made of it.
    ///
    /// - Throws: Any error of the source; ``PresentationError`` if the edit has no place on the screen.
    public func make(_ edit: Snapshot.Edit) async throws {
        guard let editor = editor as? Snapshot.Editor else { throw PresentationError.notEditable }
        try await propose {
            $0.making(edit)
        } commit: {
            try await editor(edit)
        }
    }

    @concurrent
    private static func move(
        _ id: Snapshot.Item.ID, to position: Snapshot.ItemPosition, in snapshot: Snapshot
    ) async throws -> Snapshot.Edit {
        // Finding an item by its id takes time, so it is done here.
        guard let origin = snapshot.itemPosition(of: id), let place = snapshot.place(at: position, movingFrom: origin)
        else { throw PresentationError.noPlace }
        return .move(id, place)
    }

    // MARK: Edits that the display has made by itself

    /// The display has moved a row by itself, as a drag does.
    ///
    /// Call it from the toolkit's callback, synchronously. The display is not told the move; everybody else is.
    ///
    /// - Parameters:
    ///   - origin: The position before.
    ///   - position: The position after the move.
    /// - Returns: The edit, to be committed.
    /// - Throws: ``PresentationError`` if there are no such positions, or the display is being told an update.
    public func displayMoved(
        from origin: Snapshot.ItemPosition, to position: Snapshot.ItemPosition
    ) throws(PresentationError) -> Proposal<Snapshot> {
        guard let id = snapshot[origin]?.id, let place = snapshot.place(at: position, movingFrom: origin),
            let moved = snapshot.moving(from: origin, to: position)
        else { throw .noPlace }
        return try displayShows(moved, by: .move(id, place))
    }

    /// The display has removed a row by itself, as a swipe does.
    ///
    /// - Returns: The edit, to be committed.
    /// - Throws: ``PresentationError`` if there is no such position, or the display is being told an update.
    public func displayRemoved(at position: Snapshot.ItemPosition) throws(PresentationError) -> Proposal<Snapshot> {
        guard let id = snapshot[position]?.id, let removed = snapshot.removing(at: position) else { throw .noPlace }
        return try displayShows(removed, by: .remove(id))
    }

    func displayShows(
        _ snapshot: Snapshot, by edit: Snapshot.Edit
    ) throws(PresentationError) -> Proposal<Snapshot> {
        let proposal = try displayShows(snapshot) { $0.making(edit) }
        guard let editor = editor as? Snapshot.Editor else { return proposal }
        proposal.make = { try await editor(edit) }
        return proposal
    }
}
