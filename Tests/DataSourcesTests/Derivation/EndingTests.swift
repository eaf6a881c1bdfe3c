import DataSources
import Foundation
import TestKit
import Testing

/// "When a derived source ends" in the article on derived sources.
struct EndingTests {
    struct Order: Identifiable, Equatable, Sendable {
        let id: Int
        var text: String
    }

    @Test(.timeLimit(.minutes(1)))
    func `law 13: a list that is searched ends when the list and the parameter have`() async throws {
        var printed: [String] = []
        func print(_ texts: [String]) { printed.append("\(texts)") }
        // article begins
        let orders = try ListSource([Order(id: 1, text: "two teas")])
        let search = Parameter("tea")
        let found = orders.filter(by: search) { order, text in order.text.contains(text) }
        let subscription = await found.subscribe()

        try await orders.append(Order(id: 2, text: "one tea"))
        await orders.finish()  // the search may still change
        search.finish()  // now `found` ends

        for await update in subscription { print(update.after.map(\.text)) }
        // ["two teas", "one tea"]
        // article ends
        #expect(printed == [#"["two teas", "one tea"]"#])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a list that has finished can still be searched`() async throws {
        let orders = try ListSource([Order(id: 1, text: "two teas"), Order(id: 2, text: "a cake")])
        await orders.finish()
        let search = Parameter("tea")
        let found = orders.filter(by: search) { order, text in order.text.contains(text) }
        let subscription = await found.subscribe()
        search.set("cake")
        #expect(await subscription.next()?.after.map(\.id) == [2])
        #expect(await found.first { $0.count == 1 }?.map(\.id) == [2])
        search.finish()
        #expect(await subscription.next() == nil)
        #expect(search.value == "cake")
    }

    @Test func `the article shows this code`() throws {
        let lines = try Repository.text("Tests/DataSourcesTests/Derivation/EndingTests.swift")
            .components(separatedBy: "\n")
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// article begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// article ends") })
        let code = lines[(begin + 1)..<end].map { String($0.dropFirst(8)) }.joined(separator: "\n")
        #expect(try Repository.blocks(of: "Sources/DataSources/DataSources.docc/DerivedSources.md").contains(code))
    }
}
