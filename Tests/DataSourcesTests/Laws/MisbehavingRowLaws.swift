import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15 for lists that follow a store: whatever the ids, the contents and the order of its rows answer.
struct MisbehavingRowLaws {
    @Test(arguments: seeds(30))
    func `law 15: a list follows rows that contradict themselves, and every state can be read`(seed: UInt64) async {
        await check(Odd<Double>.self, seed)
        await check(Odd<CollidingID>.self, seed)
        await check(Odd<UnequalID>.self, seed)
        await check(Odd<EqualID>.self, seed)
        await check(Odd<LyingHashID>.self, seed)
        await check(Odd<FlippingID>.self, seed)
        await check(Odd<RandomID>.self, seed)
        await check(Odd<ObjectID>.self, seed)
        await check(OddContent.self, seed)
        await check(OddObject.self, seed)
    }

    private func check<Item: OddItem>(_ type: Item.Type, _ seed: UInt64) async {
        var random = Random(seed: seed)
        let whim = Whim(seed: seed)
        let byChance = ItemOrder<Item>.ascending { _ in Int(whim.next() % 3) }
        let orders: [ItemOrder<Item>?] = [nil, .ascending(\.value), byChance]
        let list = FollowedList<Item, Int>(sortedBy: orders[random.below(3)])
        var last = list.snapshot
        for position in 1...12 {
            var events: [RowEvent<Item, Int>] = []
            if position == 1 || random.below(4) == 0 {
                events = [
                    .loading(count: 20), .rows((0..<random.below(30)).map { Item($0, random.below(3), whim) }),
                    .loaded(at: position),
                ]
            } else {
                events = [
                    .changes(
                        (0..<random.below(10)).map { _ in
                            let item = Item(random.below(40), random.below(3), whim)
                            return random.below(3) == 0 ? .delete(id: item.id) : .upsert(item)
                        }, at: position)
                ]
            }
            // What is refused is told, and changes nothing.
            try? await list.follow(AsyncStream(events))
            let state = list.snapshot
            let changes = state.changes(from: last)
            #expect(
                last.count - changes.deletions.count + changes.insertions.count == state.count,
                "\(type), seed \(seed): \(changes) at \(position)")
            #expect(Array(state).count == state.count, "\(type), seed \(seed)")
            last = state
            for item in state where random.below(9) == 0 { item.misbehave(random.below(200)) }
        }
    }
}
