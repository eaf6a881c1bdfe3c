extension DerivableSource {
    /// The result of `transform` for the value of this source, such as a ``Parameter``, a sum or a status.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | a value | the result, if it differs from the last one |
    /// | no value | no value |
    ///
    /// `transform` is called once for each value that a demand has seen. Equal results are published once, so a map
    /// also removes repeated values. A value equals another if `==` says so or if its stored bits are the same.
    ///
    /// ```swift
    /// let title = staff.counted().map { "\($0) employees" }
    /// let query = search.map { $0.lowercased() }             // "Al" and "al" are one search
    /// ```
    ///
    /// - Parameter transform: Maps a value to another one; must give the same result for equal values.
    /// - Returns: The derived source.
    /// - Complexity: One call for a new value.
    @inlinable
    public func map<Value, Result: Equatable & Sendable>(
        @OperatorClosure<Result> _ transform: @escaping @Sendable (_ value: Value) -> Result
    ) -> DerivedSource<ValueSnapshot<Result>> where Snapshot == ValueSnapshot<Value> {
        DerivedSource(combining: self, into: transform)
    }
}
