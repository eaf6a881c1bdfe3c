import DataSourcesTesting
import Testing

@testable import CacheTest

struct PriceCacheTests {
    @Test func `after a change everybody is told the new price`() throws {
        try SeededExecutor.explore(seeds: 0..<1_000) { _ in
            let shop = FakeShop()
            let cache = MendedPriceCache { _ in await shop.price() }
            async let early = cache.price(of: "tea")
            async let change: Void = shop.changePrice(telling: cache)
            _ = await (early, change)
            #expect(await cache.price(of: "tea") == 4)
        }
    }
}
