import DataSources
import TestKit
import Testing

/// The code of the article "Migrating from AsyncStream and share()", compiled and run.
struct FromAsyncStreamTests {
    struct Quote: Identifiable, Equatable, Sendable {
        let id: String
        var price: Int
    }

    /// The newest quote of each symbol.
    final class Ticker: Sendable {
        let quotes = ListSource<Quote>()
        let isConnected = Parameter(false)

        /// A callback of the feed, on any thread.
        func received(_ quote: Quote) {
            quotes.submit { $0.upsert(quote) }
        }

        /// The same, if the feed is a sequence already.
        func run(_ feed: some AsyncSequence<Quote, Never>) async throws {
            isConnected.set(true)
            for await quote in feed { try await quotes.upsert(quote) }
            isConnected.set(false)
        }
    }

    @Test func `the blocks of the article are compiled here`() throws {
        try expectCompiled(
            "Sources/DataSources/DataSources.docc/Migrating/MigratingFromAsyncStream.md",
            in: ["Tests/DataSourcesTests/Articles/Migrating/FromAsyncStreamTests.swift"])
    }

    @Test func `a consumer that is slow, or late, has the newest quote of every symbol`() async throws {
        let ticker = Ticker()
        let slow = ticker.quotes.subscribe()
        for round in 1...1_000 {
            for symbol in ["ABC", "XYZ", "QED"] { ticker.received(Quote(id: symbol, price: round)) }
        }
        try await ticker.quotes.transaction { _ in }
        let late = ticker.quotes.subscribe()
        await ticker.quotes.finish()

        var board = slow.snapshot.map { $0 }
        for await update in slow {
            try update.apply(to: &board)
        }
        #expect(board == ["ABC", "XYZ", "QED"].map { Quote(id: $0, price: 1_000) })
        #expect(late.snapshot.map { $0 } == board)
    }

    @Test func `a feed that is a sequence, and one value beside it`() async throws {
        let ticker = Ticker()
        let connection = ticker.isConnected.subscribe()
        let (feed, continuation) = AsyncStream.makeStream(of: Quote.self)
        continuation.yield(Quote(id: "ABC", price: 1))
        continuation.yield(Quote(id: "ABC", price: 2))
        continuation.finish()
        try await ticker.run(feed)
        #expect(ticker.quotes.snapshot.map(\.price) == [2])
        // It was true and is false again: nothing has changed.
        ticker.isConnected.finish()
        #expect(await connection.next() == nil)
    }

    @Test func `every event: a log is a list, and its end is read at each reader's own pace`() async throws {
        struct Event: Identifiable, Equatable, Sendable {
            let id: Int
            let text: String
        }

        let log = ListSource<Event>()
        let reader = log.subscribe()
        for number in 1...3 { try await log.append(Event(id: number, text: "event \(number)")) }
        await log.finish()

        var read: [String] = []
        for await update in reader {
            for event in update.insertedItems { read.append(event.text) }
        }
        #expect(read == ["event 1", "event 2", "event 3"])
    }
}
