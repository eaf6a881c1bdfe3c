#if DATASOURCES_MUTANTS
extension ListSnapshot {
    /// The changes as a wrong difference would have them.
    @inlinable
    func mutated(_ changes: ListChanges, from before: ListSnapshot) -> ListChanges {
        var changes = changes
        switch Mutant.active {
        case .dropsTheLastInsertion:
            changes.insertions = PositionSet(changes.insertions.dropLast())
        case .comparesOnlyIDs:
            changes.updates = PositionPairs()
        case .reportsWhatIsEqual:
            guard !changes.isEmpty, changes.updates.isEmpty, let old = before.first, old == first else { break }
            changes.updates = PositionPairs([PositionPair(before: 0, after: 0)])
        case .countsAMoveTwice:
            guard let move = changes.moves.first else { break }
            changes.moves = PositionPairs(changes.moves.dropFirst())
            changes.deletions = PositionSet(Array(changes.deletions) + [move.before])
            changes.insertions = PositionSet(Array(changes.insertions) + [move.after])
        default: break
        }
        return changes
    }
}
#endif
