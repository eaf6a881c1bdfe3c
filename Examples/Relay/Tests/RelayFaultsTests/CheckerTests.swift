import DataSourcesWire
@testable import RelayFaults
import Testing

/// Made-up histories: one that keeps all promises, and others that break one rule each.
struct CheckerTests {
    /// A history of one list and two clients, whose events have ascending times.
    private struct Story {
        var events: [Event] = []
        static let epoch: UInt64 = 77

        mutating func add(_ who: String, _ kind: Event.Kind) {
            events.append(Event(time: UInt64(events.count + 1) * 1_000_000, who: who, kind: kind))
        }

        func position(_ number: UInt64) -> FeedPosition { FeedPosition(epoch: Self.epoch, number: number) }

        func command(_ number: Int, of lane: Int = 0) -> Event.Command {
            Event.Command(source: 0, lane: lane, number: number)
        }

        /// A recorder has a state: the numbers are the commands of each client.
        mutating func commit(_ number: UInt64, _ lanes: [Int], counts: [Int]? = nil, afterGap: Bool = false) {
            let counts = counts ?? lanes
            let content = lanes.enumerated().map { Lane(id: $0.offset, count: counts[$0.offset], last: $0.element) }
            add(
                "log 1",
                .committed(
                    source: 0, position(number), digest: Self.digest(lanes), lanes: content, afterGap: afterGap))
        }

        mutating func show(_ number: UInt64, _ lanes: [Int], to who: String = "client 0") {
            add(who, .shown(source: 0, position(number), digest: Self.digest(lanes)))
        }

        static func digest(_ lanes: [Int]) -> UInt64 { lanes.reduce(7) { $0 * 1_000 + UInt64($1) } }

        /// What nothing is wrong with.
        static var kept: Story {
            var story = Story()
            story.add("log 1", .entry(sequence: 1, writer: 5, digest: 50))
            story.commit(1, [0, 0])
            story.show(1, [0, 0])
            story.add("client 0", .sent(story.command(1)))
            story.add("client 0", .unanswered(story.command(1), reason: "lost"))
            story.add("client 0", .sent(story.command(1)))
            story.add("client 0", .refused(story.command(1), code: "notApplied"))
            story.add("client 0", .sent(story.command(1)))
            story.add("log 1", .entry(sequence: 2, writer: 6, digest: 51))
            story.commit(4, [1, 0])
            story.add("client 0", .applied(story.command(1), story.position(3)))
            story.show(4, [1, 0])
            story.show(4, [1, 0], to: "r1")
            return story
        }

        func findings(isSettled: Bool = true) -> [Finding.Rule] {
            var checker = Checker()
            for event in events { checker.received(event) }
            return checker.findings(isSettled: isSettled).map(\.rule)
        }
    }

    @Test func `a history that keeps all promises has no finding`() {
        #expect(Story.kept.findings() == [])
        #expect(Story.kept.findings(isSettled: false) == [])
    }

    @Test func `an acknowledged command that is in no state is lost`() {
        var story = Story.kept
        story.add("client 1", .sent(story.command(1, of: 1)))
        story.add("client 1", .applied(story.command(1, of: 1), story.position(9)))
        #expect(story.findings() == [.lost])
        #expect(story.findings(isSettled: false) == [])
    }

    @Test func `a state that has lost an earlier command is found`() {
        var story = Story.kept
        story.add("client 0", .sent(story.command(2)))
        story.commit(5, [2, 0], counts: [1, 0])
        #expect(story.findings() == [.lost])
    }

    @Test func `a command that counts twice was applied twice`() {
        var story = Story.kept
        story.commit(5, [1, 0], counts: [2, 0])
        #expect(story.findings() == [.twice])
    }

    @Test func `a command that nobody has sent is found`() {
        var story = Story.kept
        story.add("client 1", .sent(story.command(1, of: 1)))
        story.commit(5, [1, 1])
        story.add("client 1", .applied(story.command(1, of: 1), story.position(5)))
        #expect(story.findings() == [])
        story.commit(6, [1, 2])
        #expect(story.findings() == [.twice])
    }

    @Test func `a state that is shown has to be in the log, with the same content`() {
        var story = Story.kept
        story.show(4, [0, 1], to: "client 1")
        #expect(story.findings() == [.committed])
        // Between two neighbours.
        story = Story.kept
        story.show(3, [1, 0], to: "client 1")
        #expect(story.findings() == [.committed])
        // Behind the last one; the recorder may still read it as long as not all is settled.
        story = Story.kept
        story.show(5, [1, 0], to: "client 1")
        #expect(story.findings() == [.committed])
        #expect(story.findings(isSettled: false) == [])
        // Of another epoch.
        story = Story.kept
        story.add("client 1", .shown(source: 0, FeedPosition(epoch: 78, number: 1), digest: 0))
        #expect(story.findings() == [.committed])
    }

    @Test func `what no recorder can know is not held against anybody, but counted`() {
        var story = Story.kept
        story.commit(9, [1, 0], afterGap: true)
        story.show(7, [1, 0], to: "client 1")
        var checker = Checker()
        for event in story.events { checker.received(event) }
        #expect(checker.findings(isSettled: true) == [])
        #expect(checker.unknown == 1 && checker.compared == 3)
        // Another recorder has missed nothing.
        story.add(
            "log 2", .committed(source: 0, story.position(4), digest: Story.digest([1, 0]), lanes: [], afterGap: true))
        story.add(
            "log 2", .committed(source: 0, story.position(9), digest: Story.digest([1, 0]), lanes: [], afterGap: false))
        #expect(story.findings() == [.committed])
    }

    @Test func `nobody is shown an older state after a newer one`() {
        var story = Story.kept
        story.show(1, [0, 0], to: "r1")
        #expect(story.findings() == [.order])
        // To others it is not older.
        story = Story.kept
        story.show(1, [0, 0], to: "r1#1")
        #expect(story.findings() == [])
    }

    @Test func `the state that an answer names contains the command`() {
        var story = Story.kept
        story.add("client 0", .sent(story.command(2)))
        story.commit(5, [1, 0])
        story.add("client 0", .applied(story.command(2), story.position(5)))
        story.commit(6, [2, 0])
        #expect(story.findings() == [.answer])
    }

    @Test func `a refusal for good, and the end of a process, are found`() {
        var story = Story.kept
        story.add("client 0", .refused(story.command(1), code: "invalid"))
        #expect(story.findings() == [.refused])
        story = Story.kept
        story.add("w1", .ended("signal 4"))
        #expect(story.findings() == [.ended])
    }

    @Test func `a list that begins anew is found`() {
        var story = Story.kept
        story.add(
            "log 1", .committed(source: 0, FeedPosition(epoch: 78, number: 1), digest: 1, lanes: [], afterGap: true))
        #expect(story.findings() == [.epoch])
    }

    @Test func `a writer that goes on behind another one is found`() {
        var story = Story.kept
        story.add("log 1", .entry(sequence: 3, writer: 5, digest: 52))
        #expect(story.findings() == [.fence])
        // What the recorder has not seen in between does not matter.
        story = Story.kept
        story.add("log 1", .entry(sequence: 9, writer: 6, digest: 52))
        #expect(story.findings() == [])
    }

    @Test func `a message that is there twice, or is another one, is found`() {
        var story = Story.kept
        story.add("log 1", .entry(sequence: 3, writer: 6, digest: 51))
        #expect(story.findings() == [.doubled])
        story = Story.kept
        story.add("log 2", .entry(sequence: 2, writer: 6, digest: 99))
        #expect(story.findings() == [.changed])
        story = Story.kept
        story.add("log 2", .committed(source: 0, story.position(4), digest: 99, lanes: [], afterGap: true))
        #expect(story.findings() == [.changed])
    }
}
