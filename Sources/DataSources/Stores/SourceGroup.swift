/// Sources that one transaction can span.
///
/// Sources of a group run on the group's executor, so their transactions run one at a time. That makes a transaction
/// over several of them possible.
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
/// The cost: transactions of one source wait for those of the others. Nothing else is shared: reads, subscriptions and
/// differences do not run on the group. By default, each source has a group of its own.
public actor SourceGroup {
    /// Creates an empty group; each of its sources keeps it alive.
    public init() {}

    /// Performs the edits submitted to `sources`, all of one group, and then runs `body` on the group.
    ///
    /// - Throws: ``EditError`` if the sources belong to different groups or one occurs twice; any error `body` throws.
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

    /// The group that all `sources` belong to.
    ///
    /// - Throws: ``EditError`` if they belong to different groups or one occurs twice.
    private static func common(to sources: [any GroupedSource]) throws(EditError) -> SourceGroup {
        if Set(sources.map { ObjectIdentifier($0) }).count < sources.count { throw .sameSourceTwice }
        let group = sources[0].group
        if !sources.allSatisfy({ $0.group === group }) { throw .notInOneGroup }
        return group
    }
}

/// A source that can take part in transactions over several sources.
protocol GroupedSource: AnyObject, Sendable {
    /// The group whose executor runs the source.
    nonisolated var group: SourceGroup { get }

    /// Performs the edits submitted so far; called on the group's executor.
    nonisolated func performSubmittedOnGroup()
}

extension ListSource: GroupedSource {}
extension SectionedSource: GroupedSource {}
