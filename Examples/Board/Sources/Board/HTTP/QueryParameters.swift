import Foundation

/// The parameters of a request, as browsers write forms: `+` is a space.
struct QueryParameters: Sendable {
    private var values: [String: String] = [:]

    /// Reads the part of an address after the question mark; of a name given twice the last one counts.
    init(_ query: String?) {
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[Self.decoded(parts[0])] = parts.count == 2 ? Self.decoded(parts[1]) : ""
        }
    }

    /// The value of a name; `nil` if it is missing or empty.
    subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text.map { $0 == "+" ? " " : $0 })
        return spaced.removingPercentEncoding ?? spaced
    }
}
