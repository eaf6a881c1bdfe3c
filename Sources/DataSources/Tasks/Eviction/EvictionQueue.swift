/// The items of a source in the order of their eviction: by key, and with equal keys by age.
package struct EvictionQueue<Item: Identifiable & Equatable & Sendable, Key: Comparable & Sendable>: Sendable
where Item.ID: Sendable {
    /// A key and the number of the item's arrival: a total order, if keys have one.
    ///
    /// Keys that do not equal themselves come last.
    package struct Rank: Comparable, Sendable {
        package let key: Key
        let arrival: Int

        package static func < (left: Rank, right: Rank) -> Bool {
            if comesBefore(left.key, right.key) { return true }
            if comesBefore(right.key, left.key) { return false }
            return left.arrival < right.arrival
        }
    }

    /// An item that is next to go.
    package struct Candidate: Sendable {
        package let id: Item.ID
        package let rank: Rank
    }

    private let key: @Sendable (Item) -> Key
    private var ranks = DeadlineQueue<Item.ID, Rank>()
    private var arrivals = KeyTable<Item.ID, Int>()
    private var arrived = 0

    /// Creates a queue of the items of a state; the first is the oldest.
    package init<Snapshot: ItemSnapshot>(_ snapshot: Snapshot, key: @escaping @Sendable (Item) -> Key)
    where Snapshot.Item == Item {
        self.key = key
        if let update = Update(from: Snapshot(), to: snapshot) { follow(update) }
    }

    /// The number of items.
    package var count: Int { ranks.count }

    /// Follows the changes of the source; O(log *n*) for each.
    package mutating func follow<Snapshot: ItemSnapshot>(_ update: Update<Snapshot>) where Snapshot.Item == Item {
        for item in update.deletedItems {
            ranks.set(item.id, to: nil)
            arrivals[item.id] = nil
        }
        for item in update.insertedItems { enter(item) }
        for (_, item) in update.updatedItems {
            ranks.set(item.id, to: Rank(key: key(item), arrival: arrivals[item.id] ?? arrived))
        }
    }

    /// Removes and returns the first candidates, as many as there are items above `limit`.
    package mutating func popSurplus(over limit: Int) -> [Candidate] {
        var candidates: [Candidate] = []
        while ranks.count > limit, let rank = ranks.first, let id = ranks.popDue(at: rank) {
            candidates.append(Candidate(id: id, rank: rank))
        }
        return candidates
    }

    /// Takes back candidates that were not evicted.
    package mutating func putBack(_ candidates: [Candidate]) {
        for candidate in candidates { ranks.set(candidate.id, to: candidate.rank) }
    }

    private mutating func enter(_ item: Item) {
        arrived += 1
        arrivals[item.id] = arrived
        ranks.set(item.id, to: Rank(key: key(item), arrival: arrived))
    }
}
