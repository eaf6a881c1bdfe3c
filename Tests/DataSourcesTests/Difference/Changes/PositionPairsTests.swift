import DataSources
import Foundation
import Testing

struct PositionPairsTests {
    private func pair(_ before: Int, _ after: Int) -> PositionPair<Int> {
        PositionPair(before: before, after: after)
    }

    @Test func `neighbours that stay neighbours become runs`() {
        let pairs = PositionPairs([pair(9, 3), pair(0, 1), pair(1, 2), pair(5, 0)])
        #expect(pairs.map(\.after) == [0, 1, 2, 3])
        #expect(pairs.map(\.before) == [5, 0, 1, 9])
        #expect(pairs.runs.map(\.count) == [1, 2, 1])
        #expect(pairs.count == 4)
        #expect(pairs.description == "[5→0, 0→1 ×2, 9→3]")
    }

    @Test func `pairs turned round ascend by what was before`() {
        let pairs = PositionPairs([pair(9, 3), pair(0, 1), pair(1, 2), pair(5, 0)])
        #expect(pairs.inverted.map(\.before) == [1, 2, 0, 3])
        #expect(pairs.inverted.map(\.after) == [0, 1, 5, 9])
        #expect(pairs.inverted.inverted == pairs)
    }

    @Test func `pairs walk backwards as they walk forwards`() {
        let pairs = PositionPairs((0..<40).map { pair(($0 / 4 * 8 + $0 % 4) % 80, $0) })
        #expect(Array(pairs.reversed()) == Array(pairs).reversed())
        #expect(pairs.indices.count == 40)
        #expect(pairs.runs.count == 10)
    }

    @Test func `pairs survive being encoded`() throws {
        let pairs = PositionPairs([pair(9, 3), pair(0, 1), pair(1, 2), pair(5, 0)])
        #expect(try JSONDecoder().decode(PositionPairs<Int>.self, from: JSONEncoder().encode(pairs)) == pairs)
    }

    @Test(arguments: [
        #"[{"before": 0, "after": 0, "count": 0}]"#, #"[{"before": 0, "after": 0, "count": -3}]"#,
        #"[{"before": -1, "after": 0, "count": 1}]"#, #"[{"before": 0, "after": -1, "count": 1}]"#,
        #"[{"before": 0, "after": 4, "count": 1}, {"before": 1, "after": 3, "count": 1}]"#,
        #"[{"before": 0, "after": 4, "count": 2}, {"before": 7, "after": 5, "count": 1}]"#,
        #"[{"before": 0, "after": 0, "count": 1}, {"before": 0, "after": 5, "count": 1}]"#,
        #"[{"before": 4, "after": 0, "count": 1}, {"before": 3, "after": 5, "count": 2}]"#,
        #"[{"before": 9223372036854775807, "after": 0, "count": 1}]"#,
        #"[{"before": 0, "after": 9223372036854775807, "count": 1}]"#,
        #"[{"before": 0, "after": 0, "count": 9223372036854775807}]"#, #"[{"before": 0, "after": 0}]"#, #"7"#,
    ])
    func `runs that cannot be are refused with an error`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PositionPairs<Int>.self, from: Data(json.utf8)) }
    }

    @Test func `garbage for changes never traps`() throws {
        let words = ["-1", "0", "1", "2147483647", "2147483648", "9223372036854775807", "-9223372036854775808"]
        for first in words {
            for count in words {
                let json = """
                    {"deletions": [{"first": \(first), "count": \(count)}], "insertions": [],
                     "moves": [{"before": \(first), "after": 0, "count": \(count)}],
                     "updates": [{"before": 0, "after": \(first), "count": \(count)}]}
                    """
                guard let changes = try? JSONDecoder().decode(ListChanges.self, from: Data(json.utf8)) else { continue }
                #expect(changes.count > 0 && !changes.inverted.isEmpty && !changes.description.isEmpty)
                #expect(changes.inverted.inverted == changes)
            }
        }
    }
}
