/// Concatenated lists whose items are each shown or hidden, and can switch between the two.
///
/// ```
/// lists       a  b  c     b  d         the second b is hidden
/// shown       1  1  1     0  1         weights, and a draft of a b c d
/// hidden      0  0  0     1  0         weights, and a draft of b in list 1
/// ```
///
/// The two drafts index the items by id, and their weights give the items' positions. An id therefore leads to its item
/// in either draft, and an item costs memory in the hidden draft only while it is hidden.
@usableFromInline
struct ScreenedDraft<Item: Identifiable & Equatable & Sendable>: ~Copyable, Sendable where Item.ID: Sendable {
    /// A hidden item: the number of its list, and its id.
    @usableFromInline
    struct Hidden: Identifiable, Equatable, Sendable {
        @usableFromInline let id: FlatID<Int, Item.ID>

        @inlinable
        init(_ id: Item.ID, in list: Int) {
            self.id = FlatID(parent: list, child: id)
        }
    }

    @usableFromInline var lists: [ListSnapshot<Item>]
    /// The lists' counts.
    @usableFromInline var lengths: WeightSequence
    @usableFromInline var shown = FlatDraft<Item>()
    @usableFromInline var hidden = FlatDraft<Hidden>()

    @inlinable
    init(lists: Int) {
        self.lists = Array(repeating: ListSnapshot(), count: lists)
        lengths = WeightSequence(Array(repeating: 0, count: lists))
    }

    @inlinable var snapshot: ListSnapshot<Item> { shown.snapshot }

    /// The number of items, shown or hidden.
    @inlinable var count: Int { shown.draft.count + hidden.draft.count }

    @inlinable
    func isShown(_ id: Item.ID) -> Bool { shown.draft.contains(id: id) }

    @inlinable
    func isHidden(_ id: Item.ID, in list: Int) -> Bool { hidden.draft.contains(id: Hidden(id, in: list).id) }

    /// The list that shows the item with this id, and the start of that list; `nil` if no list shows it.
    @inlinable
    func place(of id: Item.ID) -> (list: Int, base: Int, position: Int)? {
        guard let row = shown.draft.position(of: id) else { return nil }
        let position = shown.weights.position(ofSum: row)
        let list = lengths.position(ofSum: position)
        return (list, base(of: list), position)
    }

    /// The position at which a list begins.
    ///
    /// - Complexity: O(log *l*) for *l* lists.
    @inlinable
    func base(of list: Int) -> Int {
        lengths.sum(upTo: list)
    }

    /// Shows a hidden item.
    @inlinable
    mutating func show(_ id: Item.ID, of list: Int) throws {
        guard let row = hidden.draft.position(of: Hidden(id, in: list).id) else { return }
        let position = hidden.weights.position(ofSum: row)
        let place = position - base(of: list)
        guard let item = lists[list][place], hidden.weights[position] == 1, shown.weights[position] == 0 else {
            throw LostTrack()
        }
        try hidden.remove(at: row)
        hidden.weights[position] = 0
        try shown.insert(item, at: shown.weights.sum(upTo: position))
        shown.weights[position] = 1
    }

    /// Hides a shown item.
    @inlinable
    mutating func hide(_ id: Item.ID) throws {
        guard let place = place(of: id) else { return }
        guard shown.weights[place.position] == 1, hidden.weights[place.position] == 0 else { throw LostTrack() }
        try shown.remove(at: shown.weights.sum(upTo: place.position))
        shown.weights[place.position] = 0
        try hidden.insert(Hidden(id, in: place.list), at: hidden.weights.sum(upTo: place.position))
        hidden.weights[place.position] = 1
    }

    /// Follows an update of one of the lists.
    ///
    /// - Parameters:
    ///   - update: The update of the list.
    ///   - list: The list's number.
    ///   - isShown: Whether an inserted item is to be shown, or an existing item is shown.
    /// - Throws: An error when ids misbehave; the draft is then inconsistent.
    @inlinable
    mutating func follow(
        _ update: Update<ListSnapshot<Item>>, of list: Int, isShown: (Item.ID) -> Bool
    ) throws {
        let base = base(of: list)
        try shown.replay(update.changes, to: update.after, at: base) { item, results in
            if isShown(item.id) { results.append(item) }
        }
        try hidden.replay(update.changes, to: update.after, at: base) { item, results in
            if !isShown(item.id) { results.append(Hidden(item.id, in: list)) }
        }
        lists[list] = update.after
        lengths[list] = UInt32(update.after.count)
    }

    /// Discards the index of ids; call ``remake(_:isShown:)`` next.
    @inlinable
    mutating func startOver() {
        shown.startOver()
        hidden.startOver()
    }

    /// Rebuilds everything from all lists.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remake(_ lists: [ListSnapshot<Item>], isShown: (_ id: Item.ID, _ list: Int) -> Bool) {
        self.lists = lists
        lengths = WeightSequence(lists.map { UInt32($0.count) })
        let count = lists.reduce(0) { $0 + $1.count }
        var items: ContiguousArray<Item> = []
        var others: ContiguousArray<Hidden> = []
        var weights: [UInt32] = []
        items.reserveCapacity(count)
        weights.reserveCapacity(count)
        for list in lists.indices {
            var iterator = lists[list].makeIterator()
            while let item = iterator.next() {
                let isShown = isShown(item.id, list)
                if isShown { items.append(item) } else { others.append(Hidden(item.id, in: list)) }
                weights.append(isShown ? 1 : 0)
            }
        }
        shown.replaceAll(with: items, weights)
        for place in weights.indices { weights[place] = 1 - weights[place] }
        hidden.replaceAll(with: others, weights)
    }
}
