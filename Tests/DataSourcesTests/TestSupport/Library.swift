import DataSources
import DataSourcesTesting
import TestKit

/// Loads children as a server would: when it is let to, and not always.
final class Library: Sendable {
    struct Unavailable: Error, Equatable {
        let number: Int
    }

    private struct State {
        var children: [Int: [Int]]
        var calls: [Int] = []
        var loading: Set<Int> = []
        var failures = 0
        var latches: [Int: Latch] = [:]
    }

    private let state: Shared<State>

    init(_ children: [Int: [Int]]) {
        state = Shared(State(children: children))
    }

    /// The ids whose children have been asked for.
    var calls: [Int] { state.value.calls }

    /// What there is below an item from now on.
    func put(_ children: [Int], below id: Int) {
        state.change { $0.children[id] = children }
    }

    /// Lets as many loads fail, each with an error of its own.
    func fail(times: Int) {
        state.change { $0.failures = times }
    }

    /// Keeps whoever loads this item's children from now on, until the latch is opened.
    func hold(_ id: Int) -> Latch {
        let latch = Latch()
        state.change { $0.latches[id] = latch }
        return latch
    }

    func children(of row: Row) async throws -> [Row] {
        let latch = state.change { state in
            state.calls.append(row.id)
            return state.latches.removeValue(forKey: row.id)
        }
        if !state.change({ $0.loading.insert(row.id).inserted }) { throw Unavailable(number: -1) }
        defer { state.change { _ = $0.loading.remove(row.id) } }
        await latch?.wait()
        try Task.checkCancellation()
        return try state.change { state -> Result<[Row], any Error> in
            if state.failures > 0 {
                state.failures -= 1
                return .failure(Unavailable(number: state.failures))
            }
            return .success((state.children[row.id] ?? []).map { Row($0) })
        }.get()
    }

    /// A tree of these roots, with what is below them in the library.
    func tree(_ roots: [Int]) throws -> LazyTree<Row> {
        try LazyTree(roots.map { Row($0) }) { try await self.children(of: $0) }
    }
}

extension LazyTree<Row> {
    /// The visible rows: dashes for the depth, the id, and a sign for what is expanded or being loaded or has failed.
    var picture: String {
        get async { Self.picture(await rows.snapshot) }
    }

    static func picture(_ rows: ListSnapshot<Row>) -> String {
        rows.map { row in
            let sign =
                switch row.item.phase {
                case .unloaded: ""
                case .loading: "~"
                case .loaded: "."
                case .failed: "!"
                }
            return String(repeating: "-", count: row.depth) + "\(row.id)\(sign)\(row.isExpanded ? "v" : "")"
        }.joined(separator: " ")
    }
}
