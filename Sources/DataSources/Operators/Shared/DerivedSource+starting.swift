extension DerivedSource {
    /// This source with a first state of its own: what its operator makes of an upstream that has never had anything.
    @inlinable
    func starting(with snapshot: Snapshot) -> DerivedSource {
        core.publish(snapshot)
        return self
    }
}
