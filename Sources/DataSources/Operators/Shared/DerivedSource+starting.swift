extension DerivedSource {
    /// This source with an initial snapshot: the operator's output for an empty upstream.
    @inlinable
    func starting(with snapshot: Snapshot) -> DerivedSource {
        core.publish(snapshot)
        return self
    }
}
