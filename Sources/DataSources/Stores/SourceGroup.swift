/// Sources that one transaction can span.
///
/// Sources of a group run on one executor, the group's: their transactions come one after the other, which is what makes
/// it possible to make edits in several of them with nothing in between.
///
/// ```swift
/// let group = SourceGroup()
/// let orders = try ListSource(open, in: group)
/// let stock = try ListSource(articles, in: group)
/// try await transaction(over: orders, stock) { orders, stock in
///     try orders.append(order)
///     try stock.update(id: order.article) { $0.count -= 1 }
/// }
/// ```
///
/// What it costs: transactions of one source wait for those of the others, since no two of them run at the same time.
/// Nothing else is shared; reading and subscribing do not run on the group, and differences do not either. A source that
/// is given no group has one of its own.
public actor SourceGroup {
    /// Creates a group without sources; it lives as long as one of them.
    public init() {}

    /// Makes the edits that were submitted to some sources of one group, and then runs `body` on the group.
    ///
    /// - Throws: ``EditError`` when the sources belong to different groups, or one is given twice; what `body` throws.
    static func run<Result: Sendable>(
        over sources: any GroupedSource..., body: @Sendable () throws -> Result
    ) async throws -> Result {
        try await common(to: sources).run {
            for source in sources { source.performSubmittedOnGroup() }
            return try body()
        }
    }

    /// Runs `body` on the group.
    func run<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result {
        try body()
    }

    /// The group that all of some sources belong to.
    ///
    /// - Throws: ``EditError`` when they belong to different ones, or a source is given twice.
    private static func common(to sources: [any GroupedSource]) throws(EditError) -> SourceGroup {
        if Set(sources.map { ObjectIdentifier($0) }).count < sources.count { throw .sameSourceTwice }
        let group = sources[0].group
        if !sources.allSatisfy({ $0.group === group }) { throw .notInOneGroup }
        return group
    }
}

/// A source that takes part in transactions over several sources.
protocol GroupedSource: AnyObject, Sendable {
    /// The group whose executor the source runs on.
    nonisolated var group: SourceGroup { get }

    /// Makes the edits that have been submitted so far; to be called on the group.
    nonisolated func performSubmittedOnGroup()
}

extension ListSource: GroupedSource {}
extension SectionedSource: GroupedSource {}
