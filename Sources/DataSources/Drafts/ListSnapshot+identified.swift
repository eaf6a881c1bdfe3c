extension ListSnapshot {
    /// Creates a snapshot of values that are not `Identifiable`; each has its id at `path`.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every duplicate id.
    /// - Complexity: O(*n*) expected.
    public init<Value, ID>(
        _ values: some Sequence<Value>,
        id path: any KeyPath<Value, ID> & Sendable
    ) throws(EditError) where Item == Identified<Value, ID> {
        try self.init(values.identified(by: path))
    }
}

extension ListDraft {
    /// Creates a draft of values that are not `Identifiable`; each has its id at `path`.
    ///
    /// - Throws: ``EditError`` with ``EditError/Code/duplicateItem`` and every duplicate id.
    /// - Complexity: O(*n*) expected.
    public init<Value, ID>(
        _ values: some Sequence<Value>,
        id path: any KeyPath<Value, ID> & Sendable
    ) throws(EditError) where Item == Identified<Value, ID> {
        try self.init(values.identified(by: path))
    }
}
