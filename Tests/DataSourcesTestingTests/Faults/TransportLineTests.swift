import DataSourcesTesting
import Testing

struct `Transport line` {
    private typealias Line = TransportLine<Int>

    /// Everything that has arrived at `now`.
    private func received(_ line: inout Line, at now: Duration) -> [Int] {
        var frames: [Int] = []
        while case .frame(let frame, _) = line.receiverAsked(at: now) { frames.append(frame) }
        return frames
    }

    @Test func `without faults it is first in first out, and at once`() {
        var line = Line(seed: 1, faults: .none)
        guard case .wait = line.receiverAsked(at: .zero) else {
            Issue.record("another answer")
            return
        }
        let isTaken = (0..<100).map { line.frameSent($0, at: .zero) }
        #expect(isTaken == Array(repeating: true, count: 100))
        let frames = received(&line, at: .zero)
        #expect(frames == Array(0..<100))
        line.senderFinished()
        guard case .end = line.receiverAsked(at: .zero) else {
            Issue.record("another answer")
            return
        }
        let isTakenAfterTheEnd = line.frameSent(100, at: .zero)
        #expect(!isTakenAfterTheEnd && line.statistics.sent == 100)
    }

    @Test(arguments: someSeeds) func `delays alone do not change the order`(seed: UInt64) {
        var line = Line(seed: seed, faults: TransportFaults(delay: .milliseconds(1) ... .milliseconds(50)))
        for frame in 0..<50 { _ = line.frameSent(frame, at: .milliseconds(frame)) }
        guard case .sleep(let first) = line.receiverAsked(at: .zero) else {
            Issue.record("another answer")
            return
        }
        #expect(first >= .milliseconds(1))
        let frames = received(&line, at: .seconds(1))
        #expect(frames == Array(0..<50), "seed \(seed)")
        #expect(line.statistics.outOfOrder == 0, "seed \(seed)")
    }

    @Test(arguments: someSeeds) func `frames that are held back are overtaken, and arrive`(seed: UInt64) {
        var line = Line(seed: seed, faults: TransportFaults(reorder: 0.3))
        for frame in 0..<50 { _ = line.frameSent(frame, at: .zero) }
        let first = received(&line, at: .zero)
        let rest = received(&line, at: .milliseconds(10))
        #expect(first == first.sorted() && !rest.isEmpty, "seed \(seed)")
        #expect((first + rest).sorted() == Array(0..<50), "seed \(seed)")
        #expect(line.statistics.heldBack >= rest.count && line.statistics.outOfOrder > 0, "seed \(seed)")
    }

    @Test(arguments: someSeeds) func `what arrives is what was sent but for what the statistics say`(seed: UInt64) {
        var line = Line(seed: seed, faults: TransportFaults(drop: 0.2, duplicate: 0.2, reorder: 0.2, truncate: 0.2))
        var (frames, truncated) = ([Int](), 0)
        for frame in 0..<200 { _ = line.frameSent(frame, at: .zero) }
        for now in [Duration.zero, .milliseconds(5), .milliseconds(10)] {
            while case .frame(let frame, let truncation) = line.receiverAsked(at: now) {
                frames.append(frame)
                if truncation != nil { truncated += 1 }
                let statistics = line.statistics
                let put: Int = statistics.sent + statistics.duplicated
                let gone: Int = statistics.delivered + statistics.dropped + statistics.lost
                #expect(put == gone + statistics.inFlight)
            }
        }
        let statistics = line.statistics
        #expect(statistics.inFlight == 0 && statistics.delivered == frames.count, "seed \(seed)")
        #expect(Set(frames).count == 200 - statistics.dropped && statistics.dropped > 0, "seed \(seed)")
        #expect(frames.count - Set(frames).count == statistics.duplicated && statistics.duplicated > 0, "seed \(seed)")
        #expect(truncated == statistics.truncated && truncated > 0, "seed \(seed)")
    }

    @Test func `who is hit does not depend on when it was sent`() {
        func survivors(_ interval: Duration) -> [Int] {
            var line = Line(seed: 4, faults: TransportFaults(drop: 0.3, reorder: 0.3))
            for frame in 0..<100 { _ = line.frameSent(frame, at: interval * frame) }
            return received(&line, at: .seconds(1000)).sorted()
        }
        #expect(survivors(.zero) == survivors(.seconds(1)) && survivors(.zero).count < 100)
    }

    @Test func `a connection that is cut loses what is on the way, and ends`() {
        var line = Line(seed: 1, faults: TransportFaults(delay: .seconds(1) ... .seconds(1)))
        for frame in 0..<3 { _ = line.frameSent(frame, at: .zero) }
        let lost = line.connectionCut()
        #expect(lost == [0, 1, 2])
        guard case .end = line.receiverAsked(at: .seconds(9)) else {
            Issue.record("another answer")
            return
        }
        #expect(line.statistics.lost == 3 && line.statistics.inFlight == 0)
        let isTaken = line.frameSent(3, at: .zero)
        #expect(!isTaken)
    }
}
