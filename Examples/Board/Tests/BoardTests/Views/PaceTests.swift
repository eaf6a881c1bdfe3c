import Testing

@testable import BoardKit

struct PaceTests {
    @Test(arguments: [(0, 50), (1, 50), (2_500, 50), (5_000, 100), (10_000, 200), (50_000, 1_000), (1_000_000, 1_000)])
    func `Frames become rarer with thousands of streams`(_ streams: Int, _ milliseconds: Int) {
        #expect(Pace().interval(streams: streams) == .milliseconds(milliseconds))
    }

    @Test func `The interval of the command line is kept`() {
        #expect(Pace(shortest: .seconds(5)).interval(streams: 100_000) == .seconds(5))
        #expect(Pace(shortest: .zero).interval(streams: 0) == .zero)
    }

    @Test func `A sleep is as long as the streams that are open make it, and never shorter than asked`() {
        let start = FrameClock.Instant.now
        let clock = FrameClock(pace: Pace()) { 5_000 }
        #expect(clock.end(of: start + .milliseconds(50), from: start) == start + .milliseconds(100))
        #expect(clock.end(of: start + .seconds(15), from: start) == start + .seconds(15))
        #expect(FrameClock(pace: Pace()) { 0 }.end(of: start, from: start) == start + .milliseconds(50))
    }
}
