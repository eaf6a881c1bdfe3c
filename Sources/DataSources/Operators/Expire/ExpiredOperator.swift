/// Lists the ids of expired items, in the order of expiry; see ``DerivableSource/expiring(at:clock:)``.
@usableFromInline
package struct ExpiredOperator<Item, Instant: InstantProtocol>: TimedOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// The id of an expired item, and when it expired.
    @usableFromInline
    package struct Expired: Identifiable, Equatable, Sendable {
        @usableFromInline package let id: Item.ID
        @usableFromInline package let end: Instant

        @inlinable
        package init(id: Item.ID, end: Instant) {
            (self.id, self.end) = (id, end)
        }
    }

    /// The expiry of an item that was inserted or last updated at the time `seen`.
    @usableFromInline let end: @Sendable (Item, _ seen: Instant) -> Instant?
    @usableFromInline var pending = DeadlineQueue<Item.ID, Instant>()
    @usableFromInline var expired = ListDraft<Expired>()

    @inlinable
    package init(_ end: @escaping @Sendable (Item, _ seen: Instant) -> Instant?) {
        self.end = end
    }

    @inlinable package var deadline: Instant? { pending.first }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>?, now: Instant) -> ListSnapshot<Expired> {
        if let update {
            for position in update.changes.deletions {
                let id = update.before.tree.element(at: position).id
                pending.set(id, to: nil)
                revive(id)
            }
            for range in update.changes.insertions.ranges {
                update.after.forEach(in: range) { _, item in expect(item, now) }
            }
            for pair in update.changes.updates {
                let item = update.after.tree.element(at: pair.after)
                revive(item.id)
                expect(item, now)
            }
        }
        while let end = pending.first, let id = pending.popDue(at: now) { expired.upsert(Expired(id: id, end: end)) }
        return expired.snapshot
    }

    /// Sets the deadline of an item; one that does not equal itself never comes.
    @inlinable
    mutating func expect(_ item: Item, _ now: Instant) {
        let end = end(item, now)
        pending.set(item.id, to: end == end ? end : nil)
    }

    @inlinable
    mutating func revive(_ id: Item.ID) {
        guard let position = expired.position(of: id) else { return }
        _ = try? expired.remove(at: position)
    }
}
