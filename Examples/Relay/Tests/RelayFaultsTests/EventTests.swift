import DataSourcesWire
@testable import RelayFaults
import Testing

struct EventTests {
    private static let command = Event.Command(source: 3, lane: 2, number: 9)
    private static let position = FeedPosition(epoch: .max, number: 12)

    @Test(arguments: [
        Event.Kind.shown(source: 1, position, digest: .max), .sent(command), .applied(command, position),
        .refused(command, code: "unavailable"), .unanswered(command, reason: "10.0.0.1: no answer"),
        .entry(sequence: 4, writer: 5, digest: 6),
        .committed(
            source: 1, position, digest: 5, lanes: [Lane(id: 0, count: 1, last: 2), Lane(id: 1, count: 3, last: 4)],
            afterGap: true),
        .committed(source: 1, position, digest: 5, lanes: [], afterGap: false),
        .note("has taken over at 4"), .ended("signal 9"), .fault("3: healed"),
    ])
    func `an event is read as it was written`(kind: Event.Kind) {
        let event = Event(time: 17, who: "client 2", kind: kind)
        #expect(Event(line: event.line) == event)
    }

    @Test func `a text stays on its line, and half a line is none`() {
        let event = Event(time: 17, who: "w1", kind: .note("one\ttwo\nthree"))
        #expect(Event(line: event.line)?.kind == .note("one two three"))
        let line = Event(time: 17, who: "w1", kind: .sent(Self.command)).line
        for length in 0..<line.count - 1 {
            #expect(Event(line: String(line.prefix(length)))?.kind != .sent(Self.command))
        }
        #expect(Event(line: "") == nil && Event(line: "1\tw1\tnonsense\t4") == nil)
    }
}
