extension String {
    /// The same text without the spaces at its end.
    public var trimmingTrailingSpaces: String {
        String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex))
    }
}
