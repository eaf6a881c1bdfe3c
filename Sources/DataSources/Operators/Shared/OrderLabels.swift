/// Says which of two items of a list comes first, however their positions change.
///
/// Each position has a label, and labels ascend along the list. A new item is given one between those of its neighbours;
/// where there is none left, a stretch of the list is labelled anew, as far as is needed for labels to lie loose again.
/// That is the order-maintenance problem of Dietz and Sleator (*Two algorithms for maintaining order in a list*, STOC
/// 1987), solved as by Bender, Cole, Demaine, Farach-Colton and Zito (*Two simplified algorithms for maintaining order in
/// a list*, ESA 2002).
///
/// Operators whose output is in an order of its own keep the labels of its items and break ties with them: a position
/// upstream changes with every insertion before it, a label does not. No id is hashed for that: a label is found by the
/// position, and a position, by binary search, by the label.
///
/// | Operation | Cost |
/// |---|---|
/// | label at a position, position of a label | O(log *n*) |
/// | following *k* changes | O(*k* log *n*) amortized |
/// | labelling a whole list | O(*n*) |
@usableFromInline
package struct OrderLabels<Tag: Equatable & Sendable>: ~Copyable, Sendable {
    @usableFromInline var list = ListDraft<Labelled<Tag>>(byPosition: ())
    /// Labels are below 2 to the power of this.
    @usableFromInline let bits: Int

    /// Creates labels for an empty list.
    ///
    /// - Parameter bits: The length of a label, at most 62; tests make it short, so that there is often no room.
    @inlinable
    package init(bits: Int = 62) {
        self.bits = bits
    }

    @inlinable package var count: Int { list.count }

    /// How far apart items are labelled where there is room enough.
    @inlinable var stride: UInt64 { 1 << UInt64(bits / 2) }

    /// The label at a position, and what is kept there.
    @inlinable
    package subscript(position: Int) -> Labelled<Tag> {
        list.tree.element(at: position)
    }

    /// The position that has a label.
    @inlinable
    package func position(of label: UInt64) -> Int {
        let position = list.tree.partitioningPosition { $0.label > label } - 1
        precondition(position >= 0 && self[position].label == label, "an operator lost the place of an item")
        return position
    }

    /// Keeps something else at a position.
    @inlinable
    package mutating func setTag(_ tag: Tag, at position: Int) {
        list.put(Labelled(self[position].label, tag), at: position)
    }

    /// Labels a whole list anew, with room between any two and on both sides.
    ///
    /// - Parameters:
    ///   - count: The length of the list.
    ///   - tag: What is to be kept at a position; asked in their order.
    @inlinable
    package mutating func load(count: Int, tag: (_ position: Int) -> Tag) {
        let half: UInt64 = 1 << UInt64(bits - 1)
        let gap = Swift.max(1, Swift.min(stride, half / UInt64(count + 1)))
        precondition(UInt64(count / 2) <= half / gap, "a list is too long for its labels")
        let first = half - gap * UInt64(count / 2)
        list = ListDraft(byPosition: ())
        list.load(count: count) { Labelled(first &+ gap &* UInt64($0), tag($0)) }
    }
}
