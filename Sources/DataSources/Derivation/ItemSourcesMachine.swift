/// The sources that a derived hub follows besides its base: one for each item of the base, or for each key of items.
///
/// Each source has a **slot**: a number that is never used again, so whatever is still known about a source that has
/// gone cannot be mistaken for news of another one.
///
/// ```
///             came             followed               went
/// (nothing) ───────▶ (new) ───────────────▶ (followed) ─────▶ (nothing)
///                      │                      │   ▲             ▲
///                      │                      └───┘ followed    │
///                      └───────────────── went ─────────────────┘
/// ```
///
/// A pass that works on the hub takes two steps, and can stop before each of them:
///
/// 1. **Choose.** It reads the base at its cut and passes what has changed to the operator, which finds the sources of
///    items that came and gives up those of items that went. This step is not undone: if the pass stops now, the next
///    pass goes on from here, and nothing is found twice.
/// 2. **Show.** It takes all new and changed sources to its cut, reads them, passes what they show to the operator, and
///    publishes the result.
///
/// Only step 2 publishes, so a state that belongs to two cuts is never seen. Both steps cost what has changed, however
/// many sources there are.
///
/// The machine knows no lock, task or hub; the shell, ``Derivation/ItemSources``, decides the types.
package struct ItemSourcesMachine<Hub, Commit: AnyObject> {
    /// A source that is followed.
    package struct Member {
        package let hub: Hub
        /// The commit that the operator has shown last; `nil` for a new source.
        package fileprivate(set) var shown: Commit?
        fileprivate var hasFinished = false
    }

    private var members: [Int: Member] = [:]
    /// The slot of the next source.
    package private(set) var nextSlot: Int
    /// The number of sources that have not finished.
    package private(set) var unfinishedCount = 0
    /// Whether the operator has followed the base since it last returned a state.
    package private(set) var hasChosen = false

    /// Creates a machine whose first source has the slot `firstSlot`; those before belong to the fixed inputs.
    package init(firstSlot: Int) {
        nextSlot = firstSlot
    }

    /// The number of sources.
    package var count: Int { members.count }

    /// The sources.
    package var hubs: [Hub] { members.values.map(\.hub) }

    /// The source in a slot; `nil` if it has gone.
    package subscript(slot: Int) -> Member? { members[slot] }

    /// Whether the operator has not shown `commit` of the source in a slot.
    package func isNews(_ commit: Commit, in slot: Int) -> Bool {
        guard let member = members[slot] else { return false }
        return member.shown !== commit
    }

    /// The operator followed the base; it found the sources in `come`, in the next slots, and gave up those in `gone`.
    ///
    /// Returns the sources that have gone, to be released outside the lock.
    package mutating func chose(come: [Hub], gone: [Int]) -> [Member] {
        hasChosen = true
        for hub in come {
            members[nextSlot] = Member(hub: hub)
            nextSlot += 1
        }
        unfinishedCount += come.count
        return gone.compactMap { slot in
            guard let member = members.removeAndShrink(forKey: slot) else { return nil }
            if !member.hasFinished { unfinishedCount -= 1 }
            return member
        }
    }

    /// The operator has returned a state that belongs to the base and to all sources.
    package mutating func showed() {
        hasChosen = false
    }

    /// The hub has followed the source in a slot up to `commit`; returns the earlier commit, to be released outside the
    /// lock.
    package mutating func followed(_ commit: Commit, isLast: Bool, in slot: Int) -> Commit? {
        guard let place = members.index(forKey: slot) else { return nil }
        if members.values[place].hasFinished != isLast {
            members.values[place].hasFinished = isLast
            unfinishedCount += isLast ? -1 : 1
        }
        let old = members.values[place].shown
        members.values[place].shown = commit
        return old
    }
}

extension ItemSourcesMachine: Sendable where Hub: Sendable, Commit: Sendable {}
extension ItemSourcesMachine.Member: Sendable where Hub: Sendable, Commit: Sendable {}
