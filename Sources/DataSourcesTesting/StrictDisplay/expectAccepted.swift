#if canImport(Testing)
public import DataSources
public import Testing

/// Expects a display with UIKit's rules to accept an update of a list: its stages as batches, and its steps one by one.
///
/// ```swift
/// for await update in staff.subscribe() { expectAccepted(update) }
/// ```
///
/// - Parameters:
///   - update: The update.
///   - refresh: How content that changes in place is refreshed.
///   - sourceLocation: The location of the issue.
/// - Complexity: O(*n*) for every stage and step.
public func expectAccepted<Item>(
    _ update: Update<ListSnapshot<Item>>,
    refresh: DisplayRefresh = .reload,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let display = StrictDisplay(update.before, refresh: refresh)
    expectAccepted(update, sourceLocation) { () throws(DisplayRefusal) in
        var display = display
        try display.show(update)
    } steps: { () throws(DisplayRefusal) in
        var display = display
        try display.showStepwise(update)
    }
}

/// Expects a display with UIKit's rules to accept an update of sections: its stages as batches, and its steps one by
/// one.
///
/// - Parameters:
///   - update: The update.
///   - refresh: How content that changes in place is refreshed.
///   - sourceLocation: The location of the issue.
/// - Complexity: O(*n*) for every stage and step.
public func expectAccepted<Header, Item>(
    _ update: Update<SectionedSnapshot<Header, Item>>,
    refresh: DisplayRefresh = .reload,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let display = StrictDisplay(update.before, refresh: refresh)
    expectAccepted(update, sourceLocation) { () throws(DisplayRefusal) in
        var display = display
        try display.show(update)
    } steps: { () throws(DisplayRefusal) in
        var display = display
        try display.showStepwise(update)
    }
}

private func expectAccepted<Snapshot>(
    _ update: Update<Snapshot>,
    _ sourceLocation: SourceLocation,
    stages: () throws(DisplayRefusal) -> Void,
    steps: () throws(DisplayRefusal) -> Void
) {
    func record(_ part: String, _ refusal: DisplayRefusal) {
        let versions = [update.before.version, update.after.version].map { $0?.description ?? "–" }
        let update = "the \(part) of the update \(versions.joined(separator: " → "))"
        Issue.record("a view refuses \(update): \(refusal)", sourceLocation: sourceLocation)
    }
    do { try stages() } catch { record("stages", error) }
    do { try steps() } catch { record("steps", error) }
}
#endif
