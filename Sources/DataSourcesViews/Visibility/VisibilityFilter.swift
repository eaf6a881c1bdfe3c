public import DataSources

/// What of a source is visible: all but the rows and sections that its rules hide.
///
/// ```swift
/// let visibility = VisibilityFilter(of: form, rows: .item { $0.isOptional }, sections: .header { $0.isAdvanced })
/// let screen = await Presentation(of: visibility.sections)
/// ```
///
/// It is kept up to date change by change, and runs off every actor. Rows are judged first, and then sections. What the
/// closures read besides their parameters can change without a change of the source: then call ``invalidate()``.
///
/// | Source | What is visible |
/// |---|---|
/// | item or section inserted, deleted | the same, if it is visible |
/// | item or section moved | a move, if the order of what is visible changes; else nothing |
/// | item or header updated | an update; an insertion or a deletion if it starts or stops being visible |
///
/// For a list without sections, `filter(by:_:)` with a `Parameter` does the same.
public final class VisibilityFilter<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// What is visible, with the paths of the source and those of what is visible.
    public let paths: DerivedSource<VisibleSections<Header, Item>>
    /// What is visible, as displays and operators take it.
    public let sections: DerivedSource<SectionedSnapshot<Header, Item>>
    private let invalidations = Parameter(0)

    /// Creates a view of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - rows: Which rows are hidden.
    ///   - sectionRule: Which sections are hidden.
    ///   - hidesEmptySections: Whether sections without visible rows are hidden too.
    public init(
        of source: some DerivableSource<SectionedSnapshot<Header, Item>>,
        rows: RowVisibility<Header, Item> = .all,
        sections sectionRule: SectionVisibility<Header> = .all,
        hidesEmptySections: Bool = false
    ) {
        let rules = VisibilityRules(rows: rows, sections: sectionRule, hidesEmptySections: hidesEmptySections)
        paths = DerivedSource(from: source, invalidations, through: VisibilityOperator(rules))
        sections = DerivedSource(from: paths, through: VisibleSectionsOperator<Header, Item>())
    }

    /// Judges every row and section again: what the closures read has changed.
    ///
    /// Displays are told the net change, or nothing if there is none. It can be called from any task.
    ///
    /// - Complexity: O(1) here; judging is O(*n*), off every actor, when someone demands what is visible.
    public func invalidate() {
        invalidations.update { $0 &+= 1 }
    }

    /// Says that ``invalidate()`` will not be called again: then ``sections`` ends with its source.
    public func finish() {
        invalidations.finish()
    }
}

struct VisibilityRules<Header, Item>: Sendable {
    let rows: RowVisibility<Header, Item>
    let sections: SectionVisibility<Header>
    let hidesEmptySections: Bool
}

/// What is visible, without the paths.
private struct VisibleSectionsOperator<Header, Item>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    mutating func apply(_ update: Update<VisibleSections<Header, Item>>) -> SectionedSnapshot<Header, Item> {
        update.after.visible
    }
}
