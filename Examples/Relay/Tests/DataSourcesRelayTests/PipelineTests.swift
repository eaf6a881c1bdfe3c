import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Processes
import Testing

extension ClusterTests {
    /// Why `FrameLog` appends one message at a time.
    @Test func `a message that was sent ahead gets in behind another writer's mark`() async throws {
        let stream = TestCluster.newName()
        let log = try await TestCluster.clients(1, stream: stream)[0]
        let url = try await TestCluster.cluster().servers[0]
        try await log.append(LogMessage(1), after: 0)
        // The new writer has read until 1, and takes over. The old one does not know that yet, and sends three.
        try await log.append(LogMessage(100, subject: "mark"), after: 1)
        let answers = try await blocking {
            try RawPublisher(url).pipeline((1...3).map { ("\(stream).old", [UInt8($0)], UInt64($0)) })
        }
        #expect(answers[0].contains("10071"))
        // Its first one is refused, and the others, which nobody wants any more, are accepted.
        #expect(answers[1].contains("\"seq\":3"))
        #expect(answers[2].contains("\"seq\":4"))
        #expect(try await log.all(to: 4).map(\.message.subject) == ["s", "mark", "old", "old"])
    }

    @Test func `a mark and messages that were sent ahead, at once`() async throws {
        let stream = TestCluster.newName()
        let log = try await TestCluster.clients(1, stream: stream)[0]
        let url = try await TestCluster.cluster().servers[0]
        let old = try await blocking { try RawPublisher(url) }
        for round in 0..<100 {
            let last = try await log.message(at: .max).last
            async let answers = blocking {
                try old.pipeline((0..<3).map { ("\(stream).old", [UInt8($0)], last + UInt64($0)) })
            }
            let isMarked: Bool
            do {
                try await log.append(LogMessage(round, subject: "mark"), after: last)
                isMarked = true
            } catch {
                guard error.code == .conflict else { throw error }
                isMarked = false
            }
            let accepted = try await answers.map { $0.contains("\"seq\"") && !$0.contains("error") }
            // Either all, or all but the first one.
            #expect(accepted == [!isMarked, true, true])
        }
    }
}
