import BoardTesting
import NIOCore
import Testing

@testable import BoardKit

@Suite struct CommandRatesTests {
    private static func client(_ number: Int) -> Client {
        Client(try? SocketAddress(ipAddress: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)", port: 1))
    }

    @Test func `A client has so many commands in a minute, which come back evenly, and others have their own`() {
        var rates = CommandRates(perMinute: 60)
        let start = ContinuousClock.now
        func isAllowed(_ client: Int, after time: Duration) -> Bool {
            rates.commandCame(from: Self.client(client), at: start + time)
        }
        #expect((0..<100).count { _ in isAllowed(1, after: .zero) } == 60)
        #expect(isAllowed(2, after: .zero))
        #expect(!isAllowed(1, after: .milliseconds(900)))
        #expect(isAllowed(1, after: .milliseconds(1_100)))
        #expect(!isAllowed(1, after: .milliseconds(1_200)))
        // Never more than a minute's, and a clock that stands still gives none.
        #expect((0..<200).count { _ in isAllowed(1, after: .seconds(3_600)) } == 60)
        #expect(!isAllowed(1, after: .zero))
    }

    @Test func `The clients that are known are bounded, and the last ones stay known`() {
        var rates = CommandRates(perMinute: 1, capacity: 100)
        let start = ContinuousClock.now
        for number in 0..<10_000 {
            _ = rates.commandCame(from: Self.client(number), at: start + .microseconds(number))
            #expect(rates.count <= 100)
        }
        let isAllowed = rates.commandCame(from: Self.client(9_999), at: start + .seconds(1))
        #expect(!isAllowed)
    }

    @Test func `A client that sends too much is told to wait, and what it sent is not applied`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.commandsPerMinute = 3
            try await TestServer.run(path, settings) { server in
                var statuses: [Int] = []
                for number in 0..<5 {
                    let answer = try await server.send("rename", #"{"id":"welcome-todo-1","title":"\#(number)"}"#)
                    statuses.append(answer.status)
                    if answer.status == 429 {
                        #expect(answer.code == "tooManyCommands" && answer.headers["retry-after"] == "1")
                    }
                }
                #expect(statuses == [200, 200, 200, 429, 429])
                let board = try await server.request("GET", "/board")
                #expect(board.body.contains(#""title":"2""#))
            }
        }
    }
}
