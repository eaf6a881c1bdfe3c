extension ListSource {
    /// Creates a source of values that are not `Identifiable`; each has its id at `path`.
    ///
    /// ```swift
    /// let library = try ListSource(books, id: \.isbn)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The initial values.
    ///   - path: The property that identifies a value.
    ///   - group: The sources it can share transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every id that occurs twice.
    /// - Complexity: O(*n*) expected.
    public init<Value, ID>(
        _ values: some Sequence<Value>,
        id path: any KeyPath<Value, ID> & Sendable,
        in group: SourceGroup = SourceGroup()
    ) throws(EditError) where Item == Identified<Value, ID> {
        try self.init(values.identified(by: path), in: group)
    }
}
