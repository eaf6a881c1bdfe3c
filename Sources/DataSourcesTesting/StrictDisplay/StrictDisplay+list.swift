public import DataSources

/// The header of a list's only section, for which a view shows no header.
public struct OnlySection: Identifiable, Hashable, Sendable {
    /// The same id for all.
    public let id = 0

    /// Creates the header.
    public init() {}
}

/// A ``StrictDisplay`` of a list.
public typealias StrictListDisplay<Item: Identifiable & Equatable & Sendable> = StrictDisplay<OnlySection, Item>
where Item.ID: Sendable

extension StrictDisplay where Header == OnlySection {
    /// Creates a display that shows a list as its only section.
    public init(_ snapshot: ListSnapshot<Item>, refresh: DisplayRefresh = .reload) {
        self.init(Self.sections(of: snapshot), refresh: refresh)
    }

    /// Performs changes in one batch, like `performBatchUpdates`; afterwards the data source has `snapshot`.
    ///
    /// - Throws: ``DisplayRefusal``; the display is then unchanged.
    public mutating func performBatchUpdates(
        _ changes: ListChanges,
        to snapshot: ListSnapshot<Item>
    ) throws(DisplayRefusal) {
        try performBatchUpdates(SectionedChanges(items: Self.paths(of: changes)), to: Self.sections(of: snapshot))
    }

    /// Performs an update; each of its stages is a batch.
    ///
    /// - Throws: ``DisplayRefusal`` when a stage is refused, or the update does not start with what is on the screen or
    ///   does not end with its state after; the display is then unchanged.
    public mutating func show(_ update: Update<ListSnapshot<Item>>) throws(DisplayRefusal) {
        var next = self
        try next.expect(Self.sections(of: update.before), "the update starts from other content")
        for stage in update.stages { try next.performBatchUpdates(stage.changes, to: stage.after) }
        try next.expect(Self.sections(of: update.after), "the stages do not lead to the state after")
        self = next
    }

    /// Performs an update step by step; each of its steps is a view update of its own.
    ///
    /// - Throws: ``DisplayRefusal`` when a step is refused, or the update does not start with what is on the screen or
    ///   does not end with its state after; the display is then unchanged.
    /// - Complexity: O(*n*) for every step.
    public mutating func showStepwise(_ update: Update<ListSnapshot<Item>>) throws(DisplayRefusal) {
        var next = self
        try next.expect(Self.sections(of: update.before), "the update starts from other content")
        for step in update.steps { try next.perform(step) }
        try next.expect(Self.sections(of: update.after), "the steps do not lead to the state after")
        self = next
    }

    /// Performs one step as a view update of its own.
    ///
    /// - Throws: ``DisplayRefusal`` as for sections.
    /// - Complexity: O(*n*).
    public mutating func perform(_ step: ListStep<Item>) throws(DisplayRefusal) {
        func path(_ offset: Int) -> ItemPath { ItemPath(section: 0, item: offset) }
        switch step {
        case .insert(let item, let offset): try perform(.insertItem(item, at: path(offset)))
        case .remove(let offset): try perform(.removeItem(at: path(offset)))
        case .move(let from, let to): try perform(.moveItem(from: path(from), to: path(to)))
        case .update(let item, let offset): try perform(.updateItem(item, at: path(offset)))
        }
    }

    private static func sections(of snapshot: ListSnapshot<Item>) -> [PlainSection<OnlySection, Item>] {
        [PlainSection(OnlySection(), Array(snapshot))]
    }

    private static func paths(of changes: ListChanges) -> Changes<ItemPath> {
        func path(_ offset: Int) -> ItemPath { ItemPath(section: 0, item: offset) }
        func paths(_ pairs: PositionPairs<Int>) -> PositionPairs<ItemPath> {
            PositionPairs(pairs.map { PositionPair(before: path($0.before), after: path($0.after)) })
        }
        return Changes(
            deletions: PositionSet(changes.deletions.map(path)),
            insertions: PositionSet(changes.insertions.map(path)),
            moves: paths(changes.moves),
            updates: paths(changes.updates)
        )
    }
}
