import ArgumentParser
import DataSources
import Testing

@testable import Leaderboard

@Suite struct PictureTests {
    @Test func `No window is too small, and the last line says what it cost`() throws {
        var picture = try Picture(options: .parse([]))
        for isEmpty in [true, false] {
            if !isEmpty {
                picture.top = try ListSnapshot((1...100).map { Player(id: $0, country: "NO", score: 1000 - $0) })
                picture.countries = try ListSnapshot([Keyed(id: "NO", value: Total(players: 100, points: 94_950))])
            }
            for width in [0, 1, 40, 80, 200] {
                for height in [0, 1, 5, 11, 24, 35, 200] {
                    let lines = picture.lines(width: width, height: height)
                    #expect(lines.count <= height)
                    #expect(lines.allSatisfy { $0.count <= width })
                }
            }
        }
        let lines = picture.lines(width: 100, height: 35)
        #expect(lines.count == 35)
        #expect(lines[3].contains("player 1      NO       999 │      NO       100           94,950      949"))
        #expect(lines.last?.contains("differences computed") == true)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_000_000, "1,000,000"), (-1234, "-1,234"),
    ])
    func `Numbers are grouped by thousands`(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test(arguments: [
        (0, "0.00 µs"), (31_400, "31.4 µs"), (999_600, "1.00 ms"), (1_920_000_000, "1.92 s"),
        (150_000_000_000, "150 s"),
    ])
    func `Times have three digits and a unit that suits them`(nanoseconds: Int, text: String) {
        #expect(Duration.nanoseconds(nanoseconds).text == text)
    }
}
