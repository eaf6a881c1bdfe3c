import BoardKit
import Foundation

extension BoardQuery {
    /// The name in the log of a view that is published there; `nil` for a search, which each process makes by itself.
    var publishedName: String? {
        guard Self.plain.contains(self) else { return nil }
        return limit.map { "board/\($0)" } ?? "board"
    }

    /// The query of a request for a view that is published.
    var requestQuery: String { limit.map { "?limit=\($0)" } ?? "" }
}
