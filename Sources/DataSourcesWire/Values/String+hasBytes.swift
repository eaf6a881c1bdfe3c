import DataSources

extension String {
    /// Whether the UTF-8 of both is the same.
    ///
    /// `==` takes texts that are canonically equivalent for equal, such as é as one scalar and as two. On the wire these are
    /// different values, and names of different fields: as keys they are `TextID`s.
    ///
    /// - Complexity: O(1) if their lengths differ, O(*n*) otherwise.
    func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && TextID(self) == TextID(other)
    }
}
