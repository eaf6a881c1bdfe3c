#if canImport(Testing)
public import DataSources
public import Testing

/// Expects an update to keep laws 1, 3, 4, 10 and 11; every violation is an issue.
///
/// ```swift
/// for await update in derived.subscribe() { expectMatchesOracle(update) }
/// ```
///
/// - Complexity: O(*n* log *n*) in the number of items, however few have changed.
public func expectMatchesOracle<Snapshot: OracleSnapshot>(
    _ update: Update<Snapshot>,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectMatchesOracle(update.changes, from: update.before, to: update.after, sourceLocation: sourceLocation)
}

/// Expects changes between two snapshots to keep laws 1, 3, 4, 10 and 11; every violation is an issue.
///
/// - Complexity: O(*n* log *n*) in the number of items, however few have changed.
public func expectMatchesOracle<Snapshot: OracleSnapshot>(
    _ changes: Snapshot.Changes,
    from before: Snapshot,
    to after: Snapshot,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for violation in Snapshot.violations(of: changes, from: before, to: after) {
        Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
}

/// Expects a snapshot to be the result of edits of a start; an impossible edit must have changed nothing.
///
/// ```swift
/// let start = staff.snapshot
/// for edit in edits { try? await staff.transaction { try $0.apply(edit) } }
/// expectMatchesOracle(staff.snapshot, replaying: edits, onto: start)
/// ```
///
/// - Complexity: O(*n*) for every edit.
public func expectMatchesOracle<Snapshot: OracleSnapshot>(
    _ snapshot: Snapshot,
    replaying edits: some Sequence<Snapshot.Edit>,
    onto start: Snapshot = Snapshot(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectEqual(snapshot, start.plain(replaying: edits), sourceLocation)
}

/// Expects a list to equal the result of `recomputed`; use it to test anything that derives a list from other lists.
///
/// ```swift
/// expectMatchesOracle(await wellPaid.snapshot) { staff.snapshot.filter { $0.salary > 100 } }
/// ```
///
/// - Throws: What `recomputed` throws.
/// - Complexity: O(*n*).
public func expectMatchesOracle<Item, E: Error>(
    _ snapshot: ListSnapshot<Item>,
    sourceLocation: SourceLocation = #_sourceLocation,
    recomputed: () throws(E) -> some Sequence<Item>
) throws(E) {
    expectEqual(snapshot, Array(try recomputed()), sourceLocation)
}

/// Expects sections to equal the result of `recomputed`; use it to test anything that derives sections from other
/// sources.
///
/// ```swift
/// expectMatchesOracle(await byDepartment.snapshot) {
///     Dictionary(grouping: staff.snapshot, by: \.department).sorted { $0.key < $1.key }
///         .map { ItemSection($0.key, items: $0.value) }
/// }
/// ```
///
/// - Throws: What `recomputed` throws.
/// - Complexity: O(*n*) in the number of items.
public func expectMatchesOracle<Header, Item, E: Error>(
    _ snapshot: SectionedSnapshot<Header, Item>,
    sourceLocation: SourceLocation = #_sourceLocation,
    recomputed: () throws(E) -> some Sequence<ItemSection<Header, Item>>
) throws(E) {
    expectEqual(snapshot, try recomputed().map { PlainSection($0) }, sourceLocation)
}

private func expectEqual<Snapshot: OracleSnapshot>(
    _ snapshot: Snapshot,
    _ expected: [Snapshot.PlainElement],
    _ sourceLocation: SourceLocation
) {
    guard let difference = Snapshot.firstDifference(between: snapshot.plain, and: expected) else { return }
    let name = snapshot.version.map { "the snapshot \($0)" } ?? "the snapshot"
    Issue.record("\(name) is not what the oracle has: \(difference)", sourceLocation: sourceLocation)
}
#endif
