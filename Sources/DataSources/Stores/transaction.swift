/// Makes edits in two sources of one group, or none: one commit in each, at one cut.
///
/// As in `transaction(_:)` of one source, `body` is synchronous and runs exactly once; if it throws, neither source
/// changes. A source derived from both sees both commits in one update. Edits already submitted to one of them run
/// first, each as its own transaction.
///
/// - Parameters:
///   - first: A source.
///   - second: Another source of the same ``SourceGroup``.
///   - body: Makes the edits.
/// - Returns: The result of `body`, and the versions of the commits in the order of the sources; for an unchanged
///   source, that of its last commit.
/// - Throws: Any error `body` throws; ``EditError`` with ``EditError/Code/finished`` if a source has finished, with
///   ``EditError/Code/notInOneGroup`` if they belong to different groups, or with ``EditError/Code/sameSourceTwice`` if
///   they are identical.
/// - Complexity: That of the edits, plus O(waiting subscribers).
@discardableResult
public func transaction<First, Second, Result: Sendable>(
    over first: ListSource<First>,
    _ second: ListSource<Second>,
    _ body: @Sendable (inout ListDraft<First>, inout ListDraft<Second>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await transact(first.part, second.part, body)
}

/// Makes edits in a list source and a sectioned source of one group, or none: one commit in each, at one cut.
///
/// It behaves as the transaction over two lists.
///
/// - Returns: The result of `body`, and the versions of the commits in the order of the sources.
/// - Throws: Any error `body` throws; ``EditError`` if a source has finished or they belong to different groups.
@discardableResult
public func transaction<First, SecondHeader, Second, Result: Sendable>(
    over first: ListSource<First>,
    _ second: SectionedSource<SecondHeader, Second>,
    _ body: @Sendable (inout ListDraft<First>, inout SectionedDraft<SecondHeader, Second>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await transact(first.part, second.part, body)
}

/// Makes edits in a sectioned source and a list source of one group, or none: one commit in each, at one cut.
///
/// It behaves as the transaction over two lists.
///
/// - Returns: The result of `body`, and the versions of the commits in the order of the sources.
/// - Throws: Any error `body` throws; ``EditError`` if a source has finished or they belong to different groups.
@discardableResult
public func transaction<FirstHeader, First, Second, Result: Sendable>(
    over first: SectionedSource<FirstHeader, First>,
    _ second: ListSource<Second>,
    _ body: @Sendable (inout SectionedDraft<FirstHeader, First>, inout ListDraft<Second>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await transact(first.part, second.part, body)
}

/// Makes edits in two sectioned sources of one group, or none: one commit in each, at one cut.
///
/// It behaves as the transaction over two lists.
///
/// - Returns: The result of `body`, and the versions of the commits in the order of the sources.
/// - Throws: Any error `body` throws; ``EditError`` if a source has finished or they belong to different groups.
@discardableResult
public func transaction<FirstHeader, First, SecondHeader, Second, Result: Sendable>(
    over first: SectionedSource<FirstHeader, First>,
    _ second: SectionedSource<SecondHeader, Second>,
    _ body:
        @Sendable (inout SectionedDraft<FirstHeader, First>, inout SectionedDraft<SecondHeader, Second>) throws ->
        Result
) async throws -> (result: Result, versions: [Version]) {
    try await transact(first.part, second.part, body)
}

/// Makes edits in three list sources of one group, or none: one commit in each, at one cut.
///
/// It behaves as the transaction over two lists.
///
/// - Returns: The result of `body`, and the versions of the commits in the order of the sources.
/// - Throws: Any error `body` throws; ``EditError`` if a source has finished or they belong to different groups.
@discardableResult
public func transaction<First, Second, Third, Result: Sendable>(
    over first: ListSource<First>,
    _ second: ListSource<Second>,
    _ third: ListSource<Third>,
    _ body: @Sendable (inout ListDraft<First>, inout ListDraft<Second>, inout ListDraft<Third>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first, second, third) {
        let (first, second, third) = (first.part, second.part, third.part)
        return try first.join { firstDraft in
            try second.join { secondDraft in
                try third.join { thirdDraft in
                    let result = try body(&firstDraft, &secondDraft, &thirdDraft)
                    let proposals = try [
                        first.propose(firstDraft), second.propose(secondDraft), third.propose(thirdDraft),
                    ]
                    return try (result, HubCore.commit(proposals))
                }
            }
        }
    }
}

/// The core of all transactions over two sources.
private func transact<First: StoredDraft & ~Copyable, Second: StoredDraft & ~Copyable, Result: Sendable>(
    _ first: TransactionPart<First>,
    _ second: TransactionPart<Second>,
    _ body: @Sendable (inout First, inout Second) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first.source, second.source) {
        try first.join { firstDraft in
            try second.join { secondDraft in
                let result = try body(&firstDraft, &secondDraft)
                return try (result, HubCore.commit([first.propose(firstDraft), second.propose(secondDraft)]))
            }
        }
    }
}
