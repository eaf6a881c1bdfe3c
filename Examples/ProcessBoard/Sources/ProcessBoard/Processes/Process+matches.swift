extension Process {
    /// Whether the name, the arguments or the user contain a text, in whatever case; any process contains the empty one.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.isEmpty || name.lowercased().contains(text) || user.lowercased().contains(text)
            || arguments.lowercased().contains(text)
    }
}
