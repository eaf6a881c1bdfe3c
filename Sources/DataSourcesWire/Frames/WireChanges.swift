public import DataSources

/// A step from one version to a later one: the net difference, with the content of what is new.
///
/// Positions are those of `Update.changes`: removals and origins in the state before, insertions and destinations in the
/// state after. In a list the section of every path is 0.
///
/// To apply a step: take out what is removed and what moves; remove, move and insert sections; then put in what arrives,
/// by insertion or move, from front to back; then update contents. Items of an inserted section are insertions; items
/// of a removed section that do not move go with it.
public struct WireChanges: Hashable, Sendable {
    /// The kind of state.
    public let kind: WireKind
    /// The version that the step starts from.
    public let base: UInt64
    /// The version that it leads to.
    public let version: UInt64
    /// The number of items and of sections afterwards, as a check.
    public let itemCount, sectionCount: Int
    /// Changes of sections; inserted values and patches are headers.
    public let sections: WireEdits<Int>
    /// Changes of items.
    public let items: WireEdits<ItemPath>
    /// Which commands are in the state afterwards and not in the one before.
    public var commands: WireCommands

    /// Creates a step.
    public init(
        kind: WireKind, base: UInt64, version: UInt64, itemCount: Int, sectionCount: Int = 0,
        sections: WireEdits<Int> = WireEdits(), items: WireEdits<ItemPath>, commands: WireCommands = .named([])
    ) {
        (self.kind, self.base, self.version) = (kind, base, version)
        (self.itemCount, self.sectionCount) = (itemCount, sectionCount)
        (self.sections, self.items, self.commands) = (sections, items, commands)
    }

    /// The number of positions that it changes.
    public var count: Int { sections.count.saturating(adding: items.count) }
}

/// Changes by position, in runs of neighbours, with the content of what is new.
public struct WireEdits<P: Position>: Hashable, Sendable {
    /// Positions before that are removed, ascending.
    public struct Run: Hashable, Sendable {
        /// The first position.
        public let first: P
        /// The number of positions.
        public let count: Int

        /// Creates a run.
        public init(first: P, count: Int) {
            (self.first, self.count) = (first, count)
        }
    }

    /// Neighbours that move and stay neighbours.
    public struct Move: Hashable, Sendable {
        /// The first position before, and after.
        public let from, to: P
        /// The number of positions.
        public let count: Int

        /// Creates a run of moves.
        public init(from: P, to: P, count: Int) {
            (self.from, self.to, self.count) = (from, to, count)
        }
    }

    /// New neighbours.
    public struct Insertion: Hashable, Sendable {
        /// The first position after.
        public let first: P
        /// The contents.
        public let values: [WireValue]

        /// Creates a run of insertions.
        public init(first: P, values: [WireValue]) {
            (self.first, self.values) = (first, values)
        }
    }

    /// Content that changes.
    public struct Replacement: Hashable, Sendable {
        /// The position after.
        public let position: P
        /// The change.
        public let patch: WirePatch

        /// Creates a change of content.
        public init(position: P, patch: WirePatch) {
            (self.position, self.patch) = (position, patch)
        }
    }

    /// What is removed, ascending before.
    public var removals: [Run]
    /// What moves, ascending after.
    public var moves: [Move]
    /// What is new, ascending after.
    public var insertions: [Insertion]
    /// Whose content changes, ascending after.
    public var updates: [Replacement]

    /// Creates changes.
    public init(
        removals: [Run] = [], moves: [Move] = [], insertions: [Insertion] = [], updates: [Replacement] = []
    ) {
        (self.removals, self.moves, self.insertions, self.updates) = (removals, moves, insertions, updates)
    }

    /// Whether there are none.
    public var isEmpty: Bool { removals.isEmpty && moves.isEmpty && insertions.isEmpty && updates.isEmpty }

    /// The number of positions that change.
    public var count: Int {
        removals.reduce(0) { $0.saturating(adding: $1.count) }
            .saturating(adding: moves.reduce(0) { $0.saturating(adding: $1.count) })
            .saturating(adding: insertions.reduce(0) { $0.saturating(adding: $1.values.count) })
            .saturating(adding: updates.count)
    }
}

extension Int {
    /// The sum, or the greatest integer if that is smaller: counts in frames can be anything.
    @usableFromInline
    func saturating(adding other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
