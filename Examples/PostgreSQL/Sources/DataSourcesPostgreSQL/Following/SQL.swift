/// Names and texts in statements.
enum SQL {
    /// A name, whatever it contains.
    static func name(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// An element of an array, whatever it contains.
    static func element(_ text: String) -> String {
        "\"" + String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }) + "\""
    }

    /// A text, whatever it contains.
    static func text(_ text: String) -> String {
        // Backslashes are escaped whatever the server's settings are.
        let escaped = text.flatMap { $0 == "'" || $0 == "\\" ? [$0, $0] : [$0] }
        return (text.contains("\\") ? "E'" : "'") + String(escaped) + "'"
    }
}
