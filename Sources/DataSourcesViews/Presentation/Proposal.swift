public import DataSources

/// An edit that a display shows and that its source has not made yet.
///
/// ```swift
/// let proposal = try screen.displayMoved(from: 3, to: 0)     // in the toolkit's callback
/// Task { try await proposal.commit() }                       // the source makes it, or the display goes back
/// ```
///
/// A proposal that is released without having been committed or withdrawn is undone with the next update.
public final class Proposal<Snapshot: SnapshotProtocol> {
    let presentation: Presentation<Snapshot>
    private let edit: PresentedEdit<Snapshot>
    /// Makes the edit in the presentation's source; `nil` if nobody has said how.
    var make: (@Sendable () async throws -> Void)?
    private var isOver = false

    init(_ presentation: Presentation<Snapshot>, _ edit: PresentedEdit<Snapshot>) {
        self.presentation = presentation
        self.edit = edit
    }

    deinit {
        edit.life.end()
    }

    /// Lets the source make the edit; afterwards the display shows what the source has made of it.
    ///
    /// - Throws: Any error of the source; ``PresentationError/notEditable`` if the presentation does not know how.
    ///   Then the edit is undone on the screen.
    public func commit() async throws {
        try await commit { [make] in
            guard let make else { throw PresentationError.notEditable }
            try await make()
        }
    }

    /// Makes the edit in the source by `body`; afterwards the display shows what the source has made of it.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: Any error that `body` throws; then the edit is undone on the screen.
    public func commit<Result>(_ body: () async throws -> Result) async throws -> Result {
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        await end()
        return try outcome.get()
    }

    /// Undoes the edit on the screen.
    public func withdraw() async { await end() }

    private func end() async {
        if isOver { return }
        isOver = true
        await presentation.ended(edit.number)
    }
}
