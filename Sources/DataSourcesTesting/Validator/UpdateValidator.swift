public import DataSources

/// The laws that a validator checks, and the cost per update.
public enum ValidationDepth: Hashable, Sendable {
    /// Everything: laws 1 to 4, 10, 11 and 16.
    ///
    /// O(*n* log *n*) for every update, however little has changed.
    case full
    /// Only the links between updates: law 2, empty updates (law 3), and law 16.
    ///
    /// O(1) for updates of a source; O(*n*) only if neither identity nor a version tells whether two snapshots are the
    /// same. Cheap enough for production, whatever the length of the lists.
    case links
}

/// Checks consecutive updates against the laws: the pure part of `validating()`.
///
/// It is a value that stores only the last state, so it fits wherever updates pass: in a loop, in an adapter, at both
/// ends of a connection.
///
/// ```swift
/// var validator = UpdateValidator(startingAt: subscription.snapshot)
/// for await update in subscription {
///     for violation in validator.updatePassed(update) { logger.error("\(violation)") }
/// }
/// ```
///
/// | Law | Check |
/// |---|---|
/// | 1 | the changes lead from before to after; once a state has a version, all later states have one |
/// | 2 | before is the state after the previous update, or the start, if one was given |
/// | 3 | there are changes, and before and after differ |
/// | 4, 11 | the changes are the net difference, with the fewest moves |
/// | 10 | ids are unique |
/// | 16 | versions increase, within an epoch |
///
/// After a violation it continues with the state after, so that one gap is one violation.
public struct UpdateValidator<Snapshot: OracleSnapshot>: Sendable {
    /// The laws to check.
    public let depth: ValidationDepth
    /// The state that the next update must start from; `nil` for any.
    public private(set) var last: Snapshot?
    /// Whether some state had a version, so that all later ones must have one.
    private var isVersioned: Bool

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - start: The state that the first update must start from; `nil` for any.
    ///   - depth: The laws to check.
    public init(startingAt start: Snapshot? = nil, depth: ValidationDepth = .full) {
        self.depth = depth
        last = start
        isVersioned = start?.version != nil
    }

    /// Checks the next update.
    ///
    /// - Returns: The laws it violates, each with its first violation; empty if there is none.
    /// - Complexity: See ``ValidationDepth``.
    public mutating func updatePassed(_ update: Update<Snapshot>) -> [LawViolation] {
        defer { advance(past: update) }
        return violations(in: update)
    }

    /// Records an update as the last one.
    mutating func advance(past update: Update<Snapshot>) {
        isVersioned = isVersioned || update.before.version != nil || update.after.version != nil
        last = update.after
    }

    /// The laws that an update violates as the next one.
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
