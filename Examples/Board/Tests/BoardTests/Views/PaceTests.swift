import Testing

@testable import Board

struct PaceTests {
    @Test(arguments: [(0, 50), (1, 50), (1_250, 50), (2_500, 100), (5_000, 200), (25_000, 1_000), (1_000_000, 1_000)])
    func `Frames become rarer with thousands of streams`(_ streams: Int, _ milliseconds: Int) {
        #expect(Pace().interval(streams: streams) == .milliseconds(milliseconds))
    }

    @Test func `The interval of the command line is kept`() {
        #expect(Pace(shortest: .seconds(5)).interval(streams: 100_000) == .seconds(5))
        #expect(Pace(shortest: .zero).interval(streams: 0) == .zero)
    }

    @Test func `The clock sleeps as long as the streams that are open then make it`() async throws {
        let pace = Pace(shortest: .zero, longest: .milliseconds(40), perStream: .milliseconds(20))
        let clock = FrameClock(pace: pace) { 2 }
        let start = clock.now
        try await clock.sleep(until: start, tolerance: nil)
        #expect(clock.now - start >= .milliseconds(40))
        try await FrameClock(pace: pace) { 0 }.sleep(until: start, tolerance: nil)
    }
}
