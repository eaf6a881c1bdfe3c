// Labels without tags, whose code does not depend on a client's types: it is compiled once, in this module.

extension OrderLabels<Untagged> {
    /// Follows changes of the list; see ``follow(_:tag:)``.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func follow(_ changes: ListChanges) -> Relabelling {
        follow(changes) { _ in Untagged() }
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package func label(at position: Int) -> UInt64 { list.label(at: position) }

    /// The labels at some positions.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package func labels(at positions: [Int]) -> ContiguousArray<UInt64> {
        ContiguousArray(at: positions.indices) { list.label(at: positions[$0]) }
    }

    /// Relabels a whole list; see ``load(count:tag:)``.
    ///
    /// - Returns: The labels, in order.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func load(count: Int) -> ContiguousArray<UInt64> {
        load(count: count) { _ in Untagged() }
        return list.labels
    }
}

extension LabelSequence<Untagged> {
    /// Replaces everything.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func load(_ labels: ContiguousArray<UInt64>) {
        load(count: labels.count) { Labelled(labels[$0], Untagged()) }
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func insert(_ label: UInt64, at position: Int) {
        insert([Labelled(label, Untagged())], at: position)
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func remove(at position: Int) {
        removeSubrange(position..<position + 1)
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package func untaggedLabel(at position: Int) -> UInt64 { label(at: position) }

    /// All labels, in order.
    @usableFromInline @_semantics("optimize.no.crossmodule")
    package var all: ContiguousArray<UInt64> { labels }
}
