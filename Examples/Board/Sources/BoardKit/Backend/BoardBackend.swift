public import DataSourcesWire

/// What holds the cards that a server shows, and applies the edits that its clients ask for.
///
/// ``BoardDatabase`` is one: the cards are in a file of this process. A process that follows the board of another one is
/// another: it has the cards in a replica, and passes edits on.
public protocol BoardBackend: Sendable {
    /// When the newest state was made, as far as this process knows.
    var lastCommit: ContinuousClock.Instant { get }

    /// The feed of what somebody wants to see; the cards are followed for as long as it is kept.
    func feed(of query: BoardQuery, history: HistoryBounds) -> BoardFeed

    /// Applies an edit, or finds the answer that its key has got before; returns when the cards have it.
    ///
    /// - Parameters:
    ///   - command: The edit.
    ///   - key: Its key: an edit is applied once, however often it is asked for.
    ///   - query: What its client looks at.
    /// - Returns: A position at which the view of the query has the edit; `nil` if the newest one of the view has it, when
    ///   this has returned.
    /// - Throws: ``Refusal`` if it cannot be applied; `CancellationError`; any other error if it is not known whether it was.
    func apply(_ command: BoardCommand, key: String, for query: BoardQuery) async throws -> FeedPosition?

    /// Checks that cards can be shown and edited.
    ///
    /// - Throws: ``Refusal`` with the reason for people.
    func check() throws(Refusal)

    /// What is counted, for `/metrics`.
    var figures: [Figure] { get async }
}
