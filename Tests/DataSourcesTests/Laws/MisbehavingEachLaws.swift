import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15 for sources per item: whatever ids, keys, contents and closures answer, every refresh ends and every state can
/// be read.
struct MisbehavingEachLaws: OddOperators {
    static let seeds = MisbehavingOperatorLaws.seeds

    @Test(arguments: seeds) func `law 15: sources per item go on when ids contradict themselves`(seed: UInt64) throws {
        try checkContradictingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: sources per item go on when ids change in place`(seed: UInt64) throws {
        try checkChangingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: sources per item go on when content answers as it likes`(seed: UInt64) throws
    {
        try checkContent(seed)
    }

    /// The base, then the sources of its items.
    static let lists = 5

    func derive<Item: OddItem>(
        from lists: [ListSource<Item>], _ whim: Whim
    ) -> (readers: [OddReader], change: @Sendable (inout Random) -> Void) {
        let values = (0..<4).map { Parameter($0) }
        return (
            readers(lists[0], Array(lists.dropFirst()), values, whim),
            { random in values[random.below(4)].set(random.below(3)) }
        )
    }

    private func readers<Item: OddItem>(
        _ base: ListSource<Item>, _ children: [ListSource<Item>], _ values: [Parameter<Int>], _ whim: Whim
    ) -> [OddReader] {
        let byID = base.combinedWithEach(by: \.id) { _ in children[Int(whim.next() % 4)] }
        return [
            .list("rows", base.combinedWithEach { children[abs($0.value) % 4] }),
            .list("rows by chance", base.combinedWithEach { _ in children[Int(whim.next() % 4)] }),
            .list("rows by id", byID),
            .list("rows by a key of chance", base.combinedWithEach(by: { _ in Int(whim.next() % 3) }) { children[$0] }),
            .list("filtered", base.filterEach { _ in whim.oneIn(2) ? Parameter(true) : Parameter(false) }),
            .list("mapped", base.mapEach { values[abs($0.value) % 4] }),
            .list("sorted", base.sortedByEach { _ in values[Int(whim.next() % 4)] }),
            .list("merged", base.flatMapEach { children[abs($0.value) % 4] }),
            .list("merged by chance", base.flatMapEach { _ in children[Int(whim.next() % 4)] }),
            .list("merged by id", byID.flattenedEach()),
            .table("sections", base.sectionedEach { children[abs($0.value) % 4] }),
            .table("sections by chance", base.sectionedEach { _ in children[Int(whim.next() % 4)] }),
            .table("grouped", base.groupedByEach(order: .ascending) { values[abs($0.value) % 4] }),
        ]
    }
}
