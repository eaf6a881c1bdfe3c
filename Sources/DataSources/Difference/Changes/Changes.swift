/// What separates two states of a list, by position.
///
/// | Field | Space of its positions |
/// |---|---|
/// | ``deletions`` | before |
/// | ``insertions`` | after |
/// | ``moves`` | both: where the item was, where it is |
/// | ``updates`` | both: items whose content changed, wherever they are |
///
/// An item that moved and changed is in both ``moves`` and ``updates``. Moves are the fewest possible: of the items that
/// stay, all but a longest increasing run. Changes say nothing about content; take inserted and updated items from the
/// snapshot after.
public struct Changes<P: Position>: Hashable, Sendable, Codable {
    /// Where items were that are no longer there.
    public var deletions = PositionSet<P>()
    /// Where items are that were not there.
    public var insertions = PositionSet<P>()
    /// Items that stay but changed places.
    public var moves = PositionPairs<P>()
    /// Items that stay but are not equal to what they were.
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

    /// What leads back from the state after to the one before.
    public var inverted: Changes {
        Changes(
            deletions: insertions,
            insertions: deletions,
            moves: moves.inverted,
            updates: updates.inverted
        )
    }

    /// Whether both say that the same came, went and changed, and that as much moved; of things that changed places
    /// with one another, it may be another one that moved.
    public func isEquivalent(to other: Changes) -> Bool {
        deletions == other.deletions && insertions == other.insertions && updates == other.updates
            && moves.count == other.moves.count
    }
}

extension Changes: CustomStringConvertible {
    /// The parts that are not empty.
    public var description: String {
        var parts: [String] = []
        if !deletions.isEmpty { parts.append("deletions \(deletions)") }
        if !insertions.isEmpty { parts.append("insertions \(insertions)") }
        if !moves.isEmpty { parts.append("moves \(moves)") }
        if !updates.isEmpty { parts.append("updates \(updates)") }
        return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
    }
}

/// What separates two states of a list: positions are offsets.
public typealias ListChanges = Changes<Int>

/// What separates two states of sections, by position.
///
/// Section positions are offsets; item positions are paths. Items of a deleted section that are gone with it, and items
/// of an inserted section that came with it, are not listed one by one. An item that came from another section, or from
/// a deleted one, is a move, also into an inserted section. Items that keep their place in a section that moves are not
/// listed. A section whose header changed is in `sections.updates`.
public struct SectionedChanges: Hashable, Sendable, Codable {
    /// The sections that came, went, moved or have another header.
    public var sections: Changes<Int>
    /// The items that came, went, moved or changed.
    public var items: Changes<ItemPath>

    /// Creates changes from their parts.
    @inlinable
    public init(sections: Changes<Int> = Changes(), items: Changes<ItemPath> = Changes()) {
        self.sections = sections
        self.items = items
    }

    /// Where items of sections that stay were that are no longer there, in the space before.
    @inlinable
    public var deletions: PositionSet<ItemPath> { items.deletions }

    /// Where items of sections that stayed are that were not there, in the space after.
    @inlinable
    public var insertions: PositionSet<ItemPath> { items.insertions }

    /// Items that changed places within a section or between sections.
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

    /// What leads back from the state after to the one before.
    public var inverted: SectionedChanges {
        SectionedChanges(sections: sections.inverted, items: items.inverted)
    }

    /// Whether both say that the same came, went and changed, and that as much moved; of things that changed places
    /// with one another, it may be another one that moved.
    public func isEquivalent(to other: SectionedChanges) -> Bool {
        // The counts first: they bound what is walked.
        sections.isEquivalent(to: other.sections) && items.isEquivalent(to: other.items)
            && hasMovesIntoInsertedSections(of: other)
    }

    /// Whether the same items move into inserted sections.
    func hasMovesIntoInsertedSections(of other: SectionedChanges) -> Bool {
        movesIntoInsertedSections == other.movesIntoInsertedSections
    }

    /// Nothing else can have moved in their stead: there was nothing to change places with.
    private var movesIntoInsertedSections: [PositionPair<ItemPath>] {
        moves.filter { sections.insertions.contains($0.after.section) }
    }
}

extension SectionedChanges: CustomStringConvertible {
    /// The parts that are not empty.
    public var description: String {
        if isEmpty { return "no changes" }
        let parts = [sections.isEmpty ? nil : "sections: \(sections)", items.isEmpty ? nil : "items: \(items)"]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }
}
