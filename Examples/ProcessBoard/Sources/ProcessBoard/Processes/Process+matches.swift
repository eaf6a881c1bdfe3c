extension Process {
    /// Whether the name or the user contains a text, in whatever case; any process contains the empty one.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.isEmpty || name.lowercased().contains(text) || user.lowercased().contains(text)
    }
}
