import BoardKit
import DataSources
import DataSourcesWire
import Synchronization

/// The views of the board in a log: each is followed while somebody looks at it.
final class FollowedBoard<Log: FrameLog>: Sendable {
    private struct Weak {
        weak var view: FollowedView?
    }

    let reader: LogReader<Log>
    private let views = Mutex([String: Weak]())

    init(_ reader: LogReader<Log>) { self.reader = reader }

    /// The names of the views that are followed now.
    var followed: [String] { views.withLock { $0.compactMap { $0.value.view == nil ? nil : $0.key } } }

    /// The feed of what somebody wants to see.
    ///
    /// That of a published view has the positions of the log, so its clients can go on at any other process. A search is
    /// made here.
    func feed(of query: BoardQuery, history: HistoryBounds) -> BoardFeed {
        if let name = query.publishedName {
            let view = view(name)
            return BoardFeed(relaying: view.replica, history: history) { () throws(Refusal) in try await view.ready() }
        }
        let view = view(BoardQuery.plain[0].publishedName ?? "")
        return BoardFeed(of: query.view(of: view.source), history: history) { () throws(Refusal) in
            try await view.ready()
        }
    }

    /// Waits until the view that searches are made of has a state, if it is followed.
    func caughtUp(with position: FeedPosition) async {
        let view = views.withLock { $0[BoardQuery.plain[0].publishedName ?? ""]?.view }
        await view?.reach(position)
    }

    private func view(_ name: String) -> FollowedView {
        views.withLock { views in
            if let view = views[name]?.view { return view }
            let view = FollowedView(name, in: reader)
            views[name] = Weak(view: view)
            return view
        }
    }
}
