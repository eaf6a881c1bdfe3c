extension Process {
    /// Whether the command line or the user contains a text, in whatever case; any process contains the empty one.
    func matches(_ text: String) -> Bool {
        if text.isEmpty { return true }
        let text = text.lowercased()
        return "\(name) \(arguments)".lowercased().contains(text) || user.lowercased().contains(text)
    }
}
