/// Makes edits in two sources of one group, or none: one commit in each, at one cut.
///
/// As in ``ListSource/transaction(_:)``, `body` is synchronous and runs exactly once; when it throws, nothing has happened
/// in either. Whatever is derived from both sees both commits at once, as one update. Edits submitted to one of them before
/// are made first, each as a transaction of its own.
///
/// - Parameters:
///   - first: A source.
///   - second: Another source of the same ``SourceGroup``.
///   - body: Makes the edits.
/// - Returns: What `body` returns, and the versions of the commits, in the order of the sources; where nothing changed,
///   that of the last commit.
/// - Throws: What `body` throws; ``EditError`` with ``EditError/Code/finished`` when one of the sources has finished, and
///   with ``EditError/Code/notInOneGroup`` when they belong to different groups, with ``EditError/Code/sameSourceTwice`` when
///   they are the same one.
/// - Complexity: That of the edits, and O(subscribers that wait).
@discardableResult
public func transaction<First, Second, Result: Sendable>(
    over first: ListSource<First>,
    _ second: ListSource<Second>,
    _ body: @Sendable (inout ListDraft<First>, inout ListDraft<Second>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first, second) {
        try first.join { firstDraft in
            try second.join { secondDraft in
                let result = try body(&firstDraft, &secondDraft)
                let versions = try HubCore.commit([
                    HubCore.Proposal(of: firstDraft.snapshot, to: first.hub.core),
                    HubCore.Proposal(of: secondDraft.snapshot, to: second.hub.core),
                ])
                return (result, versions)
            }
        }
    }
}

/// Makes edits in a list and a source of sections of one group, or none: one commit in each, at one cut.
///
/// As the transaction over two lists.
///
/// - Returns: What `body` returns, and the versions of the commits, in the order of the sources.
/// - Throws: What `body` throws; ``EditError`` when one of the sources has finished, or they belong to different groups.
@discardableResult
public func transaction<First, SecondHeader, Second, Result: Sendable>(
    over first: ListSource<First>,
    _ second: SectionedSource<SecondHeader, Second>,
    _ body: @Sendable (inout ListDraft<First>, inout SectionedDraft<SecondHeader, Second>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first, second) {
        try first.join { firstDraft in
            try second.join { secondDraft in
                let result = try body(&firstDraft, &secondDraft)
                let versions = try HubCore.commit([
                    HubCore.Proposal(of: firstDraft.snapshot, to: first.hub.core),
                    HubCore.Proposal(of: secondDraft.snapshot, to: second.hub.core),
                ])
                return (result, versions)
            }
        }
    }
}

/// Makes edits in a source of sections and a list of one group, or none: one commit in each, at one cut.
///
/// As the transaction over two lists.
///
/// - Returns: What `body` returns, and the versions of the commits, in the order of the sources.
/// - Throws: What `body` throws; ``EditError`` when one of the sources has finished, or they belong to different groups.
@discardableResult
public func transaction<FirstHeader, First, Second, Result: Sendable>(
    over first: SectionedSource<FirstHeader, First>,
    _ second: ListSource<Second>,
    _ body: @Sendable (inout SectionedDraft<FirstHeader, First>, inout ListDraft<Second>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first, second) {
        try first.join { firstDraft in
            try second.join { secondDraft in
                let result = try body(&firstDraft, &secondDraft)
                let versions = try HubCore.commit([
                    HubCore.Proposal(of: firstDraft.snapshot, to: first.hub.core),
                    HubCore.Proposal(of: secondDraft.snapshot, to: second.hub.core),
                ])
                return (result, versions)
            }
        }
    }
}

/// Makes edits in two sources of sections of one group, or none: one commit in each, at one cut.
///
/// As the transaction over two lists.
///
/// - Returns: What `body` returns, and the versions of the commits, in the order of the sources.
/// - Throws: What `body` throws; ``EditError`` when one of the sources has finished, or they belong to different groups.
@discardableResult
public func transaction<FirstHeader, First, SecondHeader, Second, Result: Sendable>(
    over first: SectionedSource<FirstHeader, First>,
    _ second: SectionedSource<SecondHeader, Second>,
    _ body:
        @Sendable (inout SectionedDraft<FirstHeader, First>, inout SectionedDraft<SecondHeader, Second>) throws ->
        Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first, second) {
        try first.join { firstDraft in
            try second.join { secondDraft in
                let result = try body(&firstDraft, &secondDraft)
                let versions = try HubCore.commit([
                    HubCore.Proposal(of: firstDraft.snapshot, to: first.hub.core),
                    HubCore.Proposal(of: secondDraft.snapshot, to: second.hub.core),
                ])
                return (result, versions)
            }
        }
    }
}

/// Makes edits in three lists of one group, or none: one commit in each, at one cut.
///
/// As the transaction over two lists.
///
/// - Returns: What `body` returns, and the versions of the commits, in the order of the sources.
/// - Throws: What `body` throws; ``EditError`` when one of the sources has finished, or they belong to different groups.
@discardableResult
public func transaction<First, Second, Third, Result: Sendable>(
    over first: ListSource<First>,
    _ second: ListSource<Second>,
    _ third: ListSource<Third>,
    _ body: @Sendable (inout ListDraft<First>, inout ListDraft<Second>, inout ListDraft<Third>) throws -> Result
) async throws -> (result: Result, versions: [Version]) {
    try await SourceGroup.run(over: first, second, third) {
        try first.join { firstDraft in
            try second.join { secondDraft in
                try third.join { thirdDraft in
                    let result = try body(&firstDraft, &secondDraft, &thirdDraft)
                    let versions = try HubCore.commit([
                        HubCore.Proposal(of: firstDraft.snapshot, to: first.hub.core),
                        HubCore.Proposal(of: secondDraft.snapshot, to: second.hub.core),
                        HubCore.Proposal(of: thirdDraft.snapshot, to: third.hub.core),
                    ])
                    return (result, versions)
                }
            }
        }
    }
}
