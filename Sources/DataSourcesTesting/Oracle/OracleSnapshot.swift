public import DataSources

/// A kind of snapshot that the oracle can recompute, so that tools that check updates work for all kinds.
///
/// All kinds in the core conform: `ListSnapshot`, `SectionedSnapshot` and `ValueSnapshot`.
///
/// ```swift
/// func check<S: OracleSnapshot>(_ update: Update<S>) {
///     for violation in S.violations(of: update) { print(violation) }
/// }
/// ```
public protocol OracleSnapshot: SnapshotProtocol {
    /// The element type of the plain content: items, or plain sections.
    associatedtype PlainElement: Equatable & Sendable
    /// One edit of a source, of which a step is one kind.
    associatedtype Edit: Sendable

    /// The content as plain values, which share nothing with the snapshot.
    var plain: [PlainElement] { get }

    /// The laws that changes between two states violate: 1, 3, 4, 10 and 11.
    static func violations(
        of changes: Changes,
        from before: [PlainElement],
        to after: [PlainElement]
    ) -> [LawViolation]

    /// Makes one edit in plain content; if it is impossible, returns `false` and changes nothing.
    static func apply(_ edit: Edit, to plain: inout [PlainElement]) -> Bool

    /// The edit that makes a step of an update.
    static func edit(_ step: Step) -> Edit

    /// A minimal description of the difference; `nil` if there is none.
    static func firstDifference(between found: [PlainElement], and expected: [PlainElement]) -> String?
}

extension OracleSnapshot {
    /// The laws that changes between two snapshots violate: 1, 3, 4, 10 and 11.
    ///
    /// - Complexity: O(*n* log *n*) in the number of items, however few have changed.
    public static func violations(of changes: Changes, from before: Self, to after: Self) -> [LawViolation] {
        violations(of: changes, from: before.plain, to: after.plain).map { violation in
            LawViolation(violation.law, violation.message, before: before.version, after: after.version)
        }
    }

    /// The laws that an update by itself violates: 1, 3, 4, 10 and 11.
    ///
    /// - Complexity: O(*n* log *n*) in the number of items, however few have changed.
    public static func violations(of update: Update<Self>) -> [LawViolation] {
        violations(of: update.changes, from: update.before, to: update.after)
    }

    /// The content after a sequence of edits of this snapshot; impossible edits are skipped.
    ///
    /// - Complexity: O(*n*) for every edit.
    public func plain(replaying edits: some Sequence<Edit>) -> [PlainElement] {
        var plain = plain
        for edit in edits { _ = Self.apply(edit, to: &plain) }
        return plain
    }
}

extension ListSnapshot: OracleSnapshot {
    /// The items as an array.
    public var plain: [Item] { Array(self) }

    /// See ``Oracle/violations(of:from:to:)-(ListChanges,_,_)``.
    public static func violations(of changes: ListChanges, from before: [Item], to after: [Item]) -> [LawViolation] {
        Oracle.violations(of: changes, from: before, to: after)
    }

    /// See ``Oracle/apply(_:to:)-(ListEdit<Item>,_)``.
    public static func apply(_ edit: ListEdit<Item>, to plain: inout [Item]) -> Bool {
        Oracle.apply(edit, to: &plain)
    }

    /// The edit that makes a step of an update.
    public static func edit(_ step: ListStep<Item>) -> ListEdit<Item> { ListEdit(step) }

    /// See ``Oracle/firstDifference(between:and:)-([Item],_)``.
    public static func firstDifference(between found: [Item], and expected: [Item]) -> String? {
        Oracle.firstDifference(between: found, and: expected)
    }
}

extension SectionedSnapshot: OracleSnapshot {
    /// The sections as plain values.
    public var plain: [PlainSection<Header, Item>] { map { PlainSection($0) } }

    /// See ``Oracle/violations(of:from:to:)-(SectionedChanges,_,_)``.
    public static func violations(
        of changes: SectionedChanges,
        from before: [PlainSection<Header, Item>],
        to after: [PlainSection<Header, Item>]
    ) -> [LawViolation] {
        Oracle.violations(of: changes, from: before, to: after)
    }

    /// See ``Oracle/apply(_:to:)-(SectionedEdit<Header,Item>,_)``.
    public static func apply(
        _ edit: SectionedEdit<Header, Item>,
        to plain: inout [PlainSection<Header, Item>]
    ) -> Bool {
        Oracle.apply(edit, to: &plain)
    }

    /// The edit that makes a step of an update.
    public static func edit(_ step: SectionedStep<Header, Item>) -> SectionedEdit<Header, Item> { SectionedEdit(step) }

    /// See ``Oracle/firstDifference(between:and:)-([PlainSection<Header,Item>],_)``.
    public static func firstDifference(
        between found: [PlainSection<Header, Item>],
        and expected: [PlainSection<Header, Item>]
    ) -> String? {
        Oracle.firstDifference(between: found, and: expected)
    }
}
