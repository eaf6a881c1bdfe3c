/// Labels that give the order of two items of a list, however their positions change.
///
/// Each position has a label, and labels ascend along the list. A new item gets a label between those of its
/// neighbours; without room for one, the smallest range of the list that is sparse enough is relabelled. This is the
/// order-maintenance problem of Dietz and Sleator (*Two algorithms for maintaining order in a list*, STOC 1987), solved
/// like Bender, Cole, Demaine, Farach-Colton and Zito (*Two simplified algorithms for maintaining order in a list*, ESA
/// 2002).
///
/// Operators with an order of their own store the labels of their items and break ties with them: an upstream position
/// changes with every insertion before it, a label does not. A position gives its label directly, a label its position
/// by binary search; no id is hashed.
///
/// | Operation | Cost |
/// |---|---|
/// | label at a position, position of a label | O(log *n*) |
/// | following *k* changes | O(*k* log *n*) amortized |
/// | labelling a whole list | O(*n*) |
@usableFromInline
package struct OrderLabels<Tag: Equatable & Sendable>: ~Copyable, Sendable {
    @usableFromInline var list = LabelSequence<Tag>()
    /// Labels are below 2 to the power of `bits`.
    @usableFromInline let bits: Int

    /// Creates labels for an empty list.
    ///
    /// - Parameter bits: The length of a label, at most 62; tests use short labels to run out of room often.
    @inlinable
    package init(bits: Int = 62) {
        self.bits = bits
    }

    @inlinable package var count: Int { list.count }

    /// The spacing of labels where there is room enough: hundreds of neighbouring labels differ by less than 2³².
    @inlinable var stride: UInt64 { 1 << UInt64(Swift.min(20, bits / 2)) }

    /// The label and tag at a position.
    @inlinable
    package subscript(position: Int) -> Labelled<Tag> {
        list[position]
    }

    /// The position of a label.
    @inlinable
    package func position(of label: UInt64) -> Int {
        let position = list.position(ofFirstFrom: label)
        precondition(position < count && list.label(at: position) == label, "an operator lost the place of an item")
        return position
    }

    /// The position of a label that must be there.
    ///
    /// - Throws: An error if it is not.
    @inlinable
    func knownPosition(of label: UInt64) throws -> Int {
        let position = list.position(ofFirstFrom: label)
        if position >= count || list.label(at: position) != label { throw LostTrack() }
        return position
    }

    /// Replaces the tag at a position.
    @inlinable
    package mutating func setTag(_ tag: Tag, at position: Int) {
        list.setTag(tag, at: position)
    }

    /// Relabels a whole list, with room between any two labels and on both sides.
    ///
    /// - Parameters:
    ///   - count: The length of the list.
    ///   - tag: The tag at a position; called in order.
    @inlinable
    package mutating func load(count: Int, tag: (_ position: Int) -> Tag) {
        let half: UInt64 = 1 << UInt64(bits - 1)
        let gap = Swift.max(1, Swift.min(stride, half / UInt64(count + 1)))
        precondition(UInt64(count / 2) <= half / gap, "a list is too long for its labels")
        let first = half - gap * UInt64(count / 2)
        list.load(count: count) { Labelled(first &+ gap &* UInt64($0), tag($0)) }
    }
}
