public import DataSources

extension Presentation {
    /// Shows a moved section at once, lets the source move it, and shows what the source has made of it.
    ///
    /// - Parameters:
    ///   - id: The section.
    ///   - position: Its position after the move.
    /// - Throws: Any error of the source; ``PresentationError`` if there is no such section or position on the screen.
    public func moveSection<Header, Item>(_ id: Header.ID, to position: Int) async throws
    where Snapshot == SectionedSnapshot<Header, Item> {
        guard let origin = snapshot.sectionPosition(of: id),
            let place = snapshot.sectionPlace(at: position, movingFrom: origin)
        else { throw PresentationError.noPlace }
        try await make(.moveSection(id, place))
    }

    /// The display has moved a section by itself, as a drag does.
    ///
    /// Call it from the toolkit's callback, synchronously. The display is not told the move; everybody else is.
    ///
    /// - Parameters:
    ///   - origin: The position before.
    ///   - position: The position after the move.
    /// - Returns: The edit, to be committed.
    /// - Throws: ``PresentationError`` if there are no such positions, or the display is being told an update.
    public func displayMovedSection<Header, Item>(
        from origin: Int, to position: Int
    ) throws(PresentationError) -> Proposal<Snapshot> where Snapshot == SectionedSnapshot<Header, Item> {
        guard let id = snapshot[section: origin]?.id,
            let place = snapshot.sectionPlace(at: position, movingFrom: origin),
            let moved = snapshot.movingSection(from: origin, to: position)
        else { throw .noPlace }
        return try displayShows(moved, by: .moveSection(id, place))
    }
}
