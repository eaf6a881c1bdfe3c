import Synchronization

/// The use of a view by a response, from the decision that it is served to the end of its body.
///
/// The body of a response may never be asked for, if the client has gone. The use ends then as well, with the response.
final class ViewUse: Sendable {
    private struct Use {
        let view: BoardView
        let leave: @Sendable () -> Void
    }

    /// Guards the use: it ends once.
    private let use = Mutex(Use?.none)

    /// The view; `nil` before the beginning and after the end.
    var view: BoardView? { use.withLock { $0?.view } }

    /// Begins to use the view of a query.
    ///
    /// - Throws: ``Refusal`` if there are too many views, or the server is shutting down.
    func begin(_ views: BoardViews, _ query: BoardQuery, _ client: Client) async throws(Refusal) {
        let view = try await views.enter(query, client)
        use.withLock { $0 = Use(view: view) { views.leave(view, client) } }
    }

    /// Ends the use.
    func end() {
        let ended = use.withLock { use in
            defer { use = nil }
            return use
        }
        ended?.leave()
    }

    deinit { end() }
}
