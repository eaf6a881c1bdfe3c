extension HubCore {
    /// Finishes a derived hub that has no inputs.
    ///
    /// No pass ever works on it, so what it shows is recorded here. Otherwise each hub that follows it would find that
    /// it shows something else, and follow it again without end.
    @usableFromInline
    func finishWithoutInputs() {
        finish()
        derivation?.invalidation.endWork(at: 0, refused: [], showing: shownNow)
    }
}
