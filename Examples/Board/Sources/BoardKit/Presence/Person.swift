import DataSources

/// Somebody who looks at the board: a tab of a browser.
struct Person: Identifiable, Hashable, Sendable, Codable {
    let id: TextID
    var name: String
}
