/// What a source edits: the live state, which can be taken back to a snapshot of its own.
protocol DraftProtocol<Snapshot>: ~Copyable {
    associatedtype Snapshot: SnapshotProtocol

    var snapshot: Snapshot { get }

    /// The edits made since the last call stay.
    mutating func keepTransaction()

    /// Takes back the edits made since the last call of ``keepTransaction()``, when the state was `snapshot`.
    mutating func restore(_ snapshot: Snapshot)
}

extension DraftProtocol where Self: ~Copyable {
    /// Makes all edits of `body` and publishes the result as one commit, or makes none.
    mutating func commit<Result>(
        to hub: SnapshotHub<Snapshot>,
        _ body: (inout Self) throws -> Result
    ) throws -> (result: Result, version: Version) {
        if hub.isFinished { throw EditError.sourceFinished }
        let before = snapshot
        do {
            let result = try body(&self)
            guard let version = hub.publish(snapshot) else { throw EditError.sourceFinished }
            keepTransaction()
            return (result, version)
        } catch {
            restore(before)
            throw error
        }
    }
}

extension ListDraft: DraftProtocol {}
extension SectionedDraft: DraftProtocol {}
