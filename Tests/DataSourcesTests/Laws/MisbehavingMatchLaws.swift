import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15 for joins to many, semijoins, merges by a rule, symmetric differences, numbered pages and operators on several
/// values: whatever ids, keys and closures answer, every refresh ends and every state can be read.
struct MisbehavingMatchLaws: OddOperators {
    static let seeds = MisbehavingOperatorLaws.seeds

    @Test(arguments: seeds) func `law 15: matches go on when ids contradict themselves`(seed: UInt64) throws {
        try checkContradictingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: matches go on when ids change in place`(seed: UInt64) throws {
        try checkChangingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: matches go on when content answers as it likes`(seed: UInt64) throws {
        try checkContent(seed)
    }

    static let lists = 3

    func derive<Item: OddItem>(
        from lists: [ListSource<Item>], _ whim: Whim
    ) -> (readers: [OddReader], change: @Sendable (inout Random) -> Void) {
        let (one, two, three) = (lists[0], lists[1], lists[2])
        let (number, size, rule) = (Parameter(0), Parameter(3), Parameter(false))
        let chance: @Sendable (Item) -> UInt64 = { _ in whim.next() % 3 }
        let readers: [OddReader] = [
            .list("joined to many by id", one.joinedMany(with: two, on: \.id, equals: \.id)),
            .list("joined to many by chance", one.leftJoinedMany(with: two, on: chance, equals: chance, limit: 2)),
            .list("joined to many by content", one.leftJoinedMany(with: two, on: \.value, equals: \.value, limit: 1)),
            .list("exists, by id", one.whereExists(in: two, on: \.id, equals: \.id)),
            .list("exists, by chance", one.whereExists(in: two, on: chance, equals: chance)),
            .list("none exists, by id", one.whereNoneExists(in: two, on: \.id, equals: \.id)),
            .list("none exists, by content", one.whereNoneExists(in: two, on: \.value, equals: \.value)),
            .list("merged by a rule", one.merged(with: two, three) { $0.value > $1.value }),
            .list("merged by chance", one.merged(with: two, three) { _, _ in whim.oneIn(2) }),
            .list("merged by a rule that changes", one.merged(with: two, preferring: rule) { _, _, rule in rule }),
            .list("symmetric difference", one.symmetricDifference(two)),
            .list("page", one.page(number: number, size: size)),
            .value("number of pages", one.pageCount(size: size)),
            .list("filtered by two values", one.filter(by: number, size) { $0.value % 3 != $1 % 3 || $2 > 4 }),
            .value("collected", one.collected()),
        ]
        return (
            readers,
            { random in
                number.set(random.below(20) - 3)
                size.set(random.below(9) - 1)
                rule.set(random.below(2) == 0)
            }
        )
    }
}
