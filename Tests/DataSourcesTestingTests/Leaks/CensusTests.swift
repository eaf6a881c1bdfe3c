import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct `Census tests` {
    @Test func `a token is counted until its last copy goes`() {
        let census = Census()
        var first: Census.Token? = census.token()
        let second = census.item(1)
        var copy = first
        #expect(census.count == 2 && census.total == 2)
        first = nil
        #expect(census.count == 2 && copy != nil)
        copy = nil
        #expect(census.count == 1 && census.total == 2)
        withExtendedLifetime(second) {}
    }

    @Test func `an item is equal only to itself, so that replacing it is an update`() async throws {
        let census = Census()
        let source = try ListSource([census.item(1)])
        let subscription = source.subscribe()
        try await source.transaction { try $0.replaceAll(with: [census.item(1)]) }
        #expect(await subscription.next()?.changes.updates.count == 1)
        #expect(census.item(1) != census.item(1))
    }

    @Test func `who waits for tokens to go is woken by the one who lets go, on real threads`() async {
        let census = Census()
        for round in 0..<500 {
            await withTaskGroup { group in
                for _ in 0..<4 {
                    let token = census.token()
                    group.addTask { for _ in 0..<(round % 20) { _ = token.hashValue } }
                }
                group.addTask { await census.falls(to: round % 4) }
            }
            await census.falls(to: 0)
            #expect(census.count == 0)
        }
    }

    @Test func `a wait that is cancelled ends`() async {
        let census = Census()
        let token = census.token()
        for _ in 0..<1_000 {
            let task = Task { await census.falls(to: 0) }
            task.cancel()
            await task.value
        }
        withExtendedLifetime(token) { #expect(census.count == 1) }
    }

    @Test func `what is called when a token goes may ask the census`() {
        let seen = Shared<[Int]>([])
        let known = Shared<Census?>(nil)
        let census = Census { seen.change { [count = known.value?.count ?? -1] in $0.append(count) } }
        known.change { $0 = census }
        var tokens = [census.token(), census.token()]
        tokens.removeLast()
        tokens.removeLast()
        #expect(seen.value == [1, 0])
        known.change { $0 = nil }
    }
}
