public import DataSources

/// Which laws a validator looks at, and what that costs for every update.
public enum ValidationDepth: Hashable, Sendable {
    /// Everything: laws 1 to 4, 10, 11 and 16. O(*n* log *n*) for every update, however little has changed in it.
    case full
    /// Only how updates are linked: law 2, an update's being empty (law 3), and law 16. O(1) for updates of a source; O(*n*)
    /// only where neither identity nor a version says whether two snapshots are the same. Cheap enough to stay on in
    /// production, whatever the length of the lists.
    case links
}

/// Checks updates against the laws, one after the other: the pure part of `validating()`.
///
/// It is a value that remembers the last state and nothing else, so it fits wherever updates pass: in a loop, in an
/// adapter, at both ends of a wire.
///
/// ```swift
/// var validator = UpdateValidator(startingAt: subscription.snapshot)
/// for await update in subscription {
///     for violation in validator.updatePassed(update) { logger.error("\(violation)") }
/// }
/// ```
///
/// | Law | What is checked |
/// |---|---|
/// | 1 | the changes lead from before to after; once one state has had a version, all have one |
/// | 2 | before is the state that the update before ended with, the first time the start, if one was given |
/// | 3 | there are changes, and before and after differ |
/// | 4, 11 | they are the net difference, with the fewest moves |
/// | 10 | no id is there twice |
/// | 16 | versions increase, within an epoch |
///
/// After a violation it goes on with the state after, so that one gap is one violation.
public struct UpdateValidator<Snapshot: OracleSnapshot>: Sendable {
    /// Which laws are checked.
    public let depth: ValidationDepth
    /// The state that the next update has to start from; `nil` when any will do.
    public private(set) var last: Snapshot?
    /// Whether some state has been a commit, so that all that follow have to be.
    private var isVersioned: Bool

    /// Creates a validator that has seen no update.
    ///
    /// - Parameters:
    ///   - start: The state that the first update has to start from; `nil` when any will do.
    ///   - depth: Which laws to check.
    public init(startingAt start: Snapshot? = nil, depth: ValidationDepth = .full) {
        self.depth = depth
        last = start
        isVersioned = start?.version != nil
    }

    /// Checks an update that follows all that have passed before.
    ///
    /// - Returns: The laws it breaks, each with the first thing that is wrong; none when all is well.
    /// - Complexity: See ``ValidationDepth``.
    public mutating func updatePassed(_ update: Update<Snapshot>) -> [LawViolation] {
        defer { advance(past: update) }
        return violations(in: update)
    }

    /// Takes an update to have passed.
    mutating func advance(past update: Update<Snapshot>) {
        isVersioned = isVersioned || update.before.version != nil || update.after.version != nil
        last = update.after
    }

    /// The laws that an update breaks, if it is the next one.
    func violations(in update: Update<Snapshot>) -> [LawViolation] {
        var found = [chain(update), emptiness(update), commitment(update), order(update)].compactMap { $0 }
        if depth == .full {
            found += Snapshot.violations(of: update).filter { $0.law != .neverEmpty }
        }
        return found.map {
            LawViolation($0.law, $0.message, before: update.before.version, after: update.after.version)
        }
    }
}

// MARK: The laws about links

extension UpdateValidator {
    private func chain(_ update: Update<Snapshot>) -> LawViolation? {
        guard let last else { return nil }
        if let seen = last.version, let start = update.before.version, seen != start {
            let relation = seen.epoch != start.epoch ? "another source's" : seen < start ? "a gap" : "a repeat"
            return LawViolation(.chain, "it starts from \(start), the one before ended with \(seen): \(relation)")
        }
        if update.before.isIdentical(to: last) { return nil }
        if depth == .links, last.version != nil, update.before.version == last.version { return nil }
        if update.before == last { return nil }
        let difference = Snapshot.firstDifference(between: update.before.plain, and: last.plain)
        return LawViolation(
            .chain,
            "it does not start from where the one before ended: \(difference ?? "the snapshots are not equal")"
        )
    }

    private func emptiness(_ update: Update<Snapshot>) -> LawViolation? {
        if update.changes.isEmpty { return LawViolation(.neverEmpty, "the update has no changes") }
        let leadsNowhere =
            update.before.isIdentical(to: update.after) || depth == .full && update.before == update.after
        return leadsNowhere ? LawViolation(.neverEmpty, "the update leads to a state equal to the one before") : nil
    }

    private func commitment(_ update: Update<Snapshot>) -> LawViolation? {
        if last?.version != nil, update.before.version == nil {
            return LawViolation(.fold, "the state before was never committed: it has no version")
        }
        if isVersioned || update.before.version != nil, update.after.version == nil {
            return LawViolation(.fold, "the state after was never committed: it has no version")
        }
        return nil
    }

    private func order(_ update: Update<Snapshot>) -> LawViolation? {
        guard let before = update.before.version, let after = update.after.version, before.epoch == after.epoch,
            before >= after
        else { return nil }
        return LawViolation(.versions, "versions do not increase")
    }
}
