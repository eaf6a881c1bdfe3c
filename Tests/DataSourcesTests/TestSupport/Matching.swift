@testable import DataSources

/// Which old element is which new one, as the changes between two lists say: those that stay in order, and those that moved.
struct Matching {
    private(set) var pairs: [PositionPair<Int>] = []

    /// Throws when an element is in two pairs, or when a position is not in its list.
    init(_ changes: ListChanges, old: Int, new: Int) throws(Fault) {
        let before = Array(changes.deletions) + changes.moves.map(\.before)
        let after = Array(changes.insertions) + changes.moves.map(\.after)
        let (gone, come) = (Set(before), Set(after))
        if gone.count != before.count || come.count != after.count { throw Fault("an element is in two changes") }
        if !gone.isSubset(of: 0..<old) || !come.isSubset(of: 0..<new) { throw Fault("a position is out of range") }
        let olds = (0..<old).filter { !gone.contains($0) }
        let news = (0..<new).filter { !come.contains($0) }
        if olds.count != news.count { throw Fault("\(olds.count) old elements stay, \(news.count) new ones") }
        pairs = zip(olds, news).map { PositionPair(before: $0, after: $1) } + changes.moves
        if !Set(changes.updates).isSubset(of: pairs) { throw Fault("an update is no pair") }
    }

    struct Fault: Error {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// The pairs of the aligner between two trees.
    init<Item: Identifiable & Equatable>(
        from old: ChunkTree<Item>, to new: ChunkTree<Item>, sharesSlots: Bool = false
    ) throws(Fault) {
        let changes = try Matching.changes(from: old, to: new, sharesSlots: sharesSlots)
        self = try Matching(changes, old: old.count, new: new.count)
    }

    /// The changes that the aligner finds between two trees.
    static func changes<Item: Identifiable & Equatable>(
        from old: ChunkTree<Item>, to new: ChunkTree<Item>, sharesSlots: Bool = false
    ) throws(Fault) -> ListChanges {
        let found = withExtendedLifetime((old, new)) {
            var aligner = Aligner<Item>(poll: CancellationPoll(nil))
            aligner.align(old, at: 0, new, at: 0, sharesSlots: sharesSlots)
            return aligner.finish()
        }
        guard let found else { throw Fault("it was cancelled") }
        return found
    }
}
