import Foundation

/// The parameters of a request, as browsers write forms: `+` is a space.
struct QueryParameters: Sendable {
    private var values: [String: String] = [:]

    /// Reads the part of an address after the question mark; of a name given twice the last one counts.
    ///
    /// - Throws: ``Refusal`` if it is too long, or has U+0000.
    init(_ query: String?) throws(Refusal) {
        let query = query ?? ""
        try Refusal.check(query, "the query", atMost: TextLimits.parameters)
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : "")
            try Refusal.check(name, "a parameter", atMost: TextLimits.parameters)
            try Refusal.check(value, "a parameter", atMost: TextLimits.parameters)
            values[name] = value
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
