import NIOCore
import Testing

@testable import BoardKit

/// Law 18 for views: which are served, and which one gives way.
@Suite struct ViewTableTests {
    private final class Model {
        var table = ViewTable<Int>(capacity: 6, perClient: 3, streamsPerClient: 12)
        private let start = ContinuousClock.now
        private var time = 0
        private var made = 0

        init() {}

        /// The views that gave way; `nil` if the query was refused.
        func open(_ query: BoardQuery, _ client: Int, stream: Bool = true) -> [Int]? {
            time += 1
            made += 1
            let admission = table.viewWanted(
                query, by: Self.client(client), opensStream: stream, at: start + .seconds(time)
            ) { [made] in made }
            guard case .admitted(_, _, let old) = admission else { return nil }
            return old
        }

        func close(_ query: BoardQuery, _ client: Int) {
            time += 1
            table.streamClosed(query, by: Self.client(client), at: start + .seconds(time))
        }

        static func client(_ number: Int) -> Client {
            Client(try? SocketAddress(ipAddress: "10.0.0.\(number)", port: 1))
        }
    }

    private static func search(_ number: Int) -> BoardQuery { BoardQuery(text: "\(number)") }

    @Test func `A client has a number of views, others have theirs, and the board without a search is always served`() {
        let model = Model()
        for number in 0..<3 { #expect(model.open(Self.search(number), 1) == []) }
        #expect(model.open(Self.search(3), 1) == nil)
        #expect(model.open(Self.search(0), 1) == [])
        for number in 10..<13 { #expect(model.open(Self.search(number), 2) == []) }
        #expect(model.open(Self.search(20), 3) == nil)
        for client in 1...4 {
            #expect(model.open(BoardQuery(), client) == [])
            #expect(model.open(BoardQuery(limit: 100), client) == [])
        }
        #expect(model.table.entries.count == 8)
        // One that is there costs nothing, unless the client has its number.
        #expect(model.open(Self.search(0), 3) == [])
        #expect(model.open(Self.search(0), 2) == nil)
        #expect(model.table.streams == 3 + 1 + 3 + 8 + 1)
    }

    @Test func `The view that was idle the longest gives way, of the client's own first`() {
        let model = Model()
        for number in 0..<3 { _ = model.open(Self.search(number), 1) }
        for number in 10..<13 { _ = model.open(Self.search(number), 2) }
        model.close(Self.search(10), 2)
        model.close(Self.search(1), 1)
        model.close(Self.search(0), 1)
        #expect(model.open(Self.search(4), 1) == [2])
        #expect(model.table.entries[Self.search(1)] == nil)
        #expect(model.open(Self.search(20), 3) == [4])
        #expect(model.table.entries[Self.search(10)] == nil)
        #expect(model.table.entries.count == 6)
    }

    @Test func `A client has a number of streams, also of the board without a search, and others have theirs`() {
        let model = Model()
        for _ in 0..<12 { #expect(model.open(BoardQuery(), 1) == []) }
        #expect(model.open(BoardQuery(), 1) == nil)
        #expect(model.open(BoardQuery(), 1, stream: false) == [])
        #expect(model.open(BoardQuery(), 2) == [])
        model.close(BoardQuery(), 1)
        #expect(model.open(Self.search(0), 1) == [])
        #expect(model.open(Self.search(0), 1) == nil)
    }

    @Test func `A view that others still look at stays, and an idle one goes after its time`() {
        let model = Model()
        _ = model.open(Self.search(0), 1)
        _ = model.open(Self.search(0), 2)
        model.close(Self.search(0), 1)
        for number in 1...3 { #expect(model.open(Self.search(number), 1) == []) }
        #expect(model.table.entries[Self.search(0)]?.isIdle == false)
        model.close(Self.search(0), 2)
        model.close(Self.search(0), 2)
        #expect(model.table.timePassed(since: .now + .seconds(1_000)) == [1])
        #expect(model.table.entries.count == 3)
    }

    @Test(arguments: 0..<20) func `Whatever clients do, all bounds hold, and what has streams stays`(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let model = Model()
        var open: [(BoardQuery, Int)] = []
        for _ in 0..<2_000 {
            let client = Int.random(in: 1...5, using: &random)
            if Bool.random(using: &random), let index = open.indices.randomElement(using: &random) {
                let (query, client) = open.remove(at: index)
                model.close(query, client)
            } else {
                let isPlain = Int.random(in: 0..<8, using: &random) == 0
                let query = isPlain ? BoardQuery() : Self.search(Int.random(in: 0..<20, using: &random))
                let opensStream = Int.random(in: 0..<4, using: &random) > 0
                let admitted = model.open(query, client, stream: opensStream) != nil
                let isFull = opensStream && open.count { $0.1 == client } == 12
                #expect(admitted || isFull || !isPlain)
                #expect(!admitted || !isFull)
                if admitted, opensStream { open.append((query, client)) }
            }
            #expect(model.table.streams == open.count)
            for (query, _) in open { #expect(model.table.entries[query]?.isIdle == false) }
            let entries = model.table.entries.filter { !$0.key.isPlain }
            #expect(entries.count <= 6)
            for client in 1...5 {
                let own = entries.count { $0.value.streams[Model.client(client)] != nil }
                #expect(own <= 3)
            }
        }
    }
}
