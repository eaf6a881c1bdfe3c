// Labels with numbers as tags, whose code does not depend on a client's types: it is compiled once, in this module.

extension OrderLabels<Int32> {
    /// Follows changes of the list; see ``follow(_:tag:)``.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func follow(_ changes: ListChanges, number: (_ position: Int) -> Int32) -> Relabelling {
        follow(changes, tag: number)
    }

    /// Relabels a whole list; see ``load(count:tag:)``.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package mutating func load(_ numbers: ContiguousArray<Int32>) {
        load(count: numbers.count) { numbers[$0] }
    }

    /// The number of each item, in order.
    @usableFromInline @_semantics("optimize.no.crossmodule")
    package var numbers: ContiguousArray<Int32> { list.tags }

    /// The labels of each number below `count`, ascending; other numbers are left out.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package func labelsByNumber(below count: Int) -> ContiguousArray<ContiguousArray<UInt64>> {
        var result: ContiguousArray<ContiguousArray<UInt64>> = ContiguousArray(repeating: [], count: count)
        list.forEach { item in
            if item.tag >= 0 { result[Int(item.tag)].append(item.label) }
        }
        return result
    }

    /// Whether an item has the number, for each number below `count`.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    package func isUsed(below count: Int) -> ContiguousArray<Bool> {
        var result = ContiguousArray(repeating: false, count: count)
        list.forEach { item in
            if item.tag >= 0 { result[Int(item.tag)] = true }
        }
        return result
    }
}
