/// The difference of two states of a list, by position.
///
/// | Field | Positions in the state |
/// |---|---|
/// | ``deletions`` | before |
/// | ``insertions`` | after |
/// | ``moves`` | before and after |
/// | ``updates`` | before and after: items whose content changed, whether or not they moved |
///
/// An item that moved and changed is in both ``moves`` and ``updates``. Moves are the fewest possible: all remaining
/// items except a longest increasing subsequence. Changes contain no content; read inserted and updated items from the
/// snapshot after.
public struct Changes<P: Position>: Hashable, Sendable, Codable {
    /// The positions before of deleted items.
    public var deletions = PositionSet<P>()
    /// The positions after of inserted items.
    public var insertions = PositionSet<P>()
    /// Remaining items that moved.
    public var moves = PositionPairs<P>()
    /// Remaining items whose content changed.
    public var updates = PositionPairs<P>()

    /// Creates empty changes.
    @inlinable
    public init() {}

    /// Creates changes from their parts.
    @inlinable
    public init(
        deletions: PositionSet<P> = PositionSet(),
        insertions: PositionSet<P> = PositionSet(),
        moves: PositionPairs<P> = PositionPairs(),
        updates: PositionPairs<P> = PositionPairs()
    ) {
        self.deletions = deletions
        self.insertions = insertions
        self.moves = moves
        self.updates = updates
    }

    /// Whether the two states are equal.
    @inlinable
    public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }

    /// The number of deletions, insertions, moves and updates.
    ///
    /// - Complexity: O(*r*) in the number of runs.
    @inlinable
    public var count: Int {
        deletions.count + insertions.count + moves.count + updates.count
    }

    /// The reverse changes.
    public var inverted: Changes {
        Changes(
            deletions: insertions,
            insertions: deletions,
            moves: moves.inverted,
            updates: updates.inverted
        )
    }

    /// Whether both contain the same insertions, deletions and updates, and equally many moves.
    ///
    /// Of items that swapped places, either may count as the one that moved.
    public func isEquivalent(to other: Changes) -> Bool {
        deletions == other.deletions && insertions == other.insertions && updates == other.updates
            && moves.count == other.moves.count
    }
}

extension Changes: CustomStringConvertible {
    /// The non-empty parts.
    public var description: String {
        var parts: [String] = []
        if !deletions.isEmpty { parts.append("deletions \(deletions)") }
        if !insertions.isEmpty { parts.append("insertions \(insertions)") }
        if !moves.isEmpty { parts.append("moves \(moves)") }
        if !updates.isEmpty { parts.append("updates \(updates)") }
        return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
    }
}

/// The difference of two states of a list, with offsets as positions.
public typealias ListChanges = Changes<Int>

/// The difference of two states of sections, by position.
///
/// Section positions are offsets; item positions are paths. Items deleted or inserted with their section are not listed
/// one by one. An item that comes from another section, even a deleted one, is a move, even into an inserted section.
/// Items that keep their place in a section that moves are not listed. A section whose header changed is in
/// `sections.updates`.
public struct SectionedChanges: Hashable, Sendable, Codable {
    /// The sections that were inserted, deleted, moved or got a new header.
    public var sections: Changes<Int>
    /// The items that were inserted, deleted, moved or updated.
    public var items: Changes<ItemPath>

    /// Creates changes from their parts.
    @inlinable
    public init(sections: Changes<Int> = Changes(), items: Changes<ItemPath> = Changes()) {
        self.sections = sections
        self.items = items
    }

    /// The paths before of items deleted from remaining sections.
    @inlinable
    public var deletions: PositionSet<ItemPath> { items.deletions }

    /// The paths after of items inserted into remaining sections.
    @inlinable
    public var insertions: PositionSet<ItemPath> { items.insertions }

    /// Items that moved within a section or between sections.
    @inlinable
    public var moves: PositionPairs<ItemPath> { items.moves }

    /// Items whose content changed.
    @inlinable
    public var updates: PositionPairs<ItemPath> { items.updates }

    /// Whether the two states are equal.
    @inlinable
    public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

    /// The number of changes of sections and of items.
    @inlinable
    public var count: Int { sections.count + items.count }

    /// The reverse changes.
    public var inverted: SectionedChanges {
        SectionedChanges(sections: sections.inverted, items: items.inverted)
    }

    /// Whether both contain the same insertions, deletions and updates, and equally many moves.
    ///
    /// Of items that swapped places, either may count as the one that moved.
    public func isEquivalent(to other: SectionedChanges) -> Bool {
        // The counts first: they bound the iteration.
        sections.isEquivalent(to: other.sections) && items.isEquivalent(to: other.items)
            && hasMovesIntoInsertedSections(of: other)
    }

    /// Whether the same items move into inserted sections.
    func hasMovesIntoInsertedSections(of other: SectionedChanges) -> Bool {
        movesIntoInsertedSections == other.movesIntoInsertedSections
    }

    /// These moves have no alternative: an inserted section had no items to swap with.
    private var movesIntoInsertedSections: [PositionPair<ItemPath>] {
        moves.filter { sections.insertions.contains($0.after.section) }
    }
}

extension SectionedChanges: CustomStringConvertible {
    /// The non-empty parts.
    public var description: String {
        if isEmpty { return "no changes" }
        let parts = [sections.isEmpty ? nil : "sections: \(sections)", items.isEmpty ? nil : "items: \(items)"]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }
}
