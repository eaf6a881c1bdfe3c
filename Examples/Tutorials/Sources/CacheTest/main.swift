import DataSourcesTesting

/// The prices of a shop, each loaded on the first request.
actor PriceCache {
    private var prices: [String: Int] = [:]
    private let load: @Sendable (String) async -> Int

    init(load: @escaping @Sendable (String) async -> Int) {
        self.load = load
    }

    func price(of article: String) async -> Int {
        if let price = prices[article] { return price }
        let price = await load(article)
        prices[article] = price
        return price
    }

    /// The price has changed: the next request loads it.
    func invalidate(_ article: String) {
        prices[article] = nil
    }
}

/// The same, without the bug.
actor MendedPriceCache {
    private var prices: [String: Int] = [:]
    private var changes = 0
    private let load: @Sendable (String) async -> Int

    init(load: @escaping @Sendable (String) async -> Int) {
        self.load = load
    }

    func price(of article: String) async -> Int {
        if let price = prices[article] { return price }
        let before = changes
        let price = await load(article)
        if changes == before { prices[article] = price }
        return price
    }

    func invalidate(_ article: String) {
        changes += 1
        prices[article] = nil
    }
}

protocol Cache: Actor {
    init(load: @escaping @Sendable (String) async -> Int)
    func price(of article: String) async -> Int
    func invalidate(_ article: String)
}

extension PriceCache: Cache {}
extension MendedPriceCache: Cache {}

/// A shop without a network, for tests.
actor FakeShop {
    private var teaPrice = 3

    func price() async -> Int {
        let price = teaPrice
        await SeededExecutor.suspend()  // the answer takes its time
        return price
    }

    func changePrice(telling cache: some Cache) async {
        teaPrice = 4
        await cache.invalidate("tea")
    }
}

struct StalePrice: Error {}

/// Reads the price while it changes; every later read must return the new price.
func askWhileThePriceChanges<C: Cache>(_ type: C.Type) async throws {
    let shop = FakeShop()
    let cache = C { _ in await shop.price() }
    async let early = cache.price(of: "tea")
    async let change: Void = shop.changePrice(telling: cache)
    _ = await (early, change)
    if await cache.price(of: "tea") != 4 { throw StalePrice() }
}

let found = SeededExecutor.firstFailure(seeds: 0..<1_000) { _ in
    try await askWhileThePriceChanges(PriceCache.self)
}
if let found { print(found) }

let mended = SeededExecutor.firstFailure(seeds: 0..<1_000) { _ in
    try await askWhileThePriceChanges(MendedPriceCache.self)
}
print("Mended:", mended == nil ? "1,000 orders, no failure" : "fails")
