public import DataSources

/// What is visible of a state of a source, with the paths of both.
///
/// As a state it is what is visible: two are equal if that is equal, and changes are those of ``visible``. The paths of
/// the source are those of ``source``, the state that this one was made from; the source may have changed since.
public struct VisibleSections<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// What is visible.
    public private(set) var visible: SectionedSnapshot<Header, Item>
    /// The state of the source that it was made from.
    public let source: SectionedSnapshot<Header, Item>
    let marks: CountedList<SectionMarks<Header>>

    init(
        visible: SectionedSnapshot<Header, Item>, source: SectionedSnapshot<Header, Item>,
        marks: CountedList<SectionMarks<Header>>
    ) {
        (self.visible, self.source, self.marks) = (visible, source, marks)
    }

    /// The visible item at a path; `nil` if there is none.
    public subscript(path: VisiblePath) -> Item? { visible[path.itemPath] }

    /// The item at a path of the source, visible or not; `nil` if there is none.
    public subscript(path: SourcePath) -> Item? { source[path.itemPath] }

    /// The path of a visible item in the source; `nil` if there is no such item.
    ///
    /// - Complexity: O(*n* / 256) for *n* items of the section and *n* sections, counted separately.
    public func sourcePath(of path: VisiblePath) -> SourcePath? {
        guard let section = marks.select(path.section), let item = marks[section]?.rows.select(path.item) else {
            return nil
        }
        return checked(SourcePath(section: section, item: item), path)
    }

    /// The path of an item of the source among what is visible; `nil` if it is hidden, or there is no such item.
    ///
    /// - Complexity: O(*n* / 256) for *n* items of the section and *n* sections, counted separately.
    public func visiblePath(of path: SourcePath) -> VisiblePath? {
        guard let section = marks[path.section], section.isShown, section.rows[path.item] == true else { return nil }
        let visible = VisiblePath(section: marks.rank(path.section), item: section.rows.rank(path.item))
        return checked(path, visible).map { _ in visible }
    }

    /// The position of a visible section in the source; `nil` if there is none.
    public func sourceSection(ofVisible section: Int) -> Int? { marks.select(section) }

    /// The position of a section of the source among the visible ones; `nil` if it is hidden, or there is none.
    public func visibleSection(ofSource section: Int) -> Int? {
        marks[section]?.isShown == true ? marks.rank(section) : nil
    }

    /// Where to insert an item into the source so that it appears at a path among what is visible, which may be one
    /// after the last row of a section; `nil` if there is no such place.
    public func sourcePath(ofInsertionAt path: VisiblePath) -> SourcePath? {
        guard let section = marks.select(path.section), let rows = marks[section]?.rows else { return nil }
        if path.item == rows.counting, path.item >= 0 {
            let last = rows.select(path.item - 1)
            return SourcePath(section: section, item: last.map { $0 + 1 } ?? 0)
        }
        return sourcePath(of: path)
    }

    /// Both paths lead to one item, except between the stages of an update, whose states no source has committed.
    private func checked(_ source: SourcePath, _ visible: VisiblePath) -> SourcePath? {
        guard let item = self[source], let shown = self[visible] else { return nil }
        return item.id == shown.id || item.id != item.id ? source : nil
    }
}

extension VisibleSections: SnapshotProtocol {
    /// Nothing of nothing.
    public init() {
        self.init(visible: SectionedSnapshot(), source: SectionedSnapshot(), marks: CountedList())
    }

    /// Whether the same is visible.
    public static func == (left: VisibleSections, right: VisibleSections) -> Bool { left.visible == right.visible }

    /// The commit that published this state.
    public var version: Version? { visible.version }

    /// The same state with the version of a commit.
    public func committed(as version: Version) -> VisibleSections {
        var result = self
        result.visible = visible.committed(as: version)
        return result
    }

    /// Whether the same is visible by construction, in O(1).
    public func isIdentical(to other: VisibleSections) -> Bool { visible.isIdentical(to: other.visible) }

    /// The difference of what is visible.
    public func changes(from before: VisibleSections, isCancelled: (() -> Bool)?) -> SectionedChanges? {
        visible.changes(from: before.visible, isCancelled: isCancelled)
    }

    /// The number of visible items.
    public var itemCount: Int { visible.itemCount }

    /// The number of changes, with the items of whole sections.
    public static func changeCount(of update: Update<VisibleSections>) -> Int {
        inner(update).map { SectionedSnapshot.changeCount(of: $0) } ?? 0
    }

    /// What is visible, as an array.
    public var content: [ItemSection<Header, Item>] { visible.content }

    /// The steps of the change of what is visible.
    public static func steps(of update: Update<VisibleSections>) -> [SectionedStep<Header, Item>] {
        inner(update)?.steps ?? []
    }

    /// The stages of the change of what is visible; paths of the source are known before the first and after the last.
    public static func stages(of update: Update<VisibleSections>) -> [Update<VisibleSections>] {
        guard let stages = inner(update)?.stages, stages.count > 1 else { return [update] }
        var before = update.before
        return stages.enumerated().compactMap { number, stage in
            var after = update.after
            if number < stages.count - 1 { after.visible = stage.after }
            defer { before = after }
            return Update(from: before, to: after)
        }
    }

    /// Transforms an array from what was visible before to what is visible after.
    ///
    /// - Throws: `UpdateError` if `content` is not what was visible before.
    public static func apply(
        _ update: Update<VisibleSections>, to content: inout [ItemSection<Header, Item>]
    ) throws(UpdateError) {
        if let inner = inner(update) { try inner.apply(to: &content) }
    }

    private static func inner(_ update: Update<VisibleSections>) -> Update<SectionedSnapshot<Header, Item>>? {
        Update(from: update.before.visible, to: update.after.visible)
    }
}
