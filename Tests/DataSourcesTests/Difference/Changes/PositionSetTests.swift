import DataSources
import Foundation
import TestKit
import Testing

struct PositionSetTests {
    @Test func `neighbours become runs, and what was given twice counts once`() {
        let set = PositionSet([5, 3, 4, 9, 3, 1])
        #expect(Array(set) == [1, 3, 4, 5, 9])
        #expect(set.ranges == [1..<2, 3..<6, 9..<10])
        #expect(set.count == 5)
        #expect(set == [9, 5, 4, 3, 1])
        #expect(set.description == "[1, 3...5, 9]")
    }

    @Test func `paths of two sections never share a run`() {
        let paths = [ItemPath(section: 0, item: 1), ItemPath(section: 1, item: 2), ItemPath(section: 0, item: 0)]
        let set = PositionSet(paths)
        #expect(set.runs.map(\.count) == [2, 1])
        #expect(Array(set) == paths.sorted())
        #expect(set.description == "[0.0...0.1, 1.2]")
    }

    @Test func `an empty set has no positions`() {
        let set: PositionSet<Int> = []
        #expect(set.isEmpty && set.isEmpty && set.startIndex == set.endIndex)
        #expect(set.description == "[]")
        #expect(!set.contains(0))
    }

    @Test(arguments: seeds(15))
    func `a set walks and finds as a sorted array does`(seed: UInt64) {
        var random = Random(seed: seed)
        let positions = (0..<random.below(60)).map { _ in random.below(80) }
        let model = Set(positions).sorted()
        let set = PositionSet(positions)
        #expect(Array(set) == model)
        #expect(Array(set.reversed()) == model.reversed())
        #expect(set.count == model.count && set.indices.count == model.count)
        for position in -1...81 where set.contains(position) != model.contains(position) {
            Issue.record("PositionSet(\(positions)).contains(\(position))")
        }
    }

    @Test func `asking for a position as far away as can be is no trap`() {
        let sets: [PositionSet<Int>] = [[], [0], [Int.min], [Int.max], [-2], [Int.min, 0, Int.max]]
        for set in sets {
            for position in [Int.min, -1, 0, 1, Int.max] {
                #expect(set.contains(position) == Array(set).contains(position), "\(set) and \(position)")
            }
        }
        let path = ItemPath(section: 0, item: Int.min)
        #expect(!PositionSet([path]).contains(ItemPath(section: 0, item: Int.max)))
        #expect(!PositionSet([path]).contains(ItemPath(section: 1, item: Int.min)))
    }

    @Test func `a set survives being encoded`() throws {
        let offsets: PositionSet<Int> = [1, 2, 3, 70]
        let data = try JSONEncoder().encode(offsets)
        #expect(try JSONDecoder().decode(PositionSet<Int>.self, from: data) == offsets)
        let paths = PositionSet([
            ItemPath(section: 2, item: 0), ItemPath(section: 2, item: 1), ItemPath(section: 5, item: 5),
        ])
        #expect(try JSONDecoder().decode(PositionSet<ItemPath>.self, from: JSONEncoder().encode(paths)) == paths)
    }

    @Test func `runs that touch become one when decoded`() throws {
        let json = #"[{"first": 1, "count": 2}, {"first": 3, "count": 1}]"#
        #expect(try JSONDecoder().decode(PositionSet<Int>.self, from: Data(json.utf8)).ranges == [1..<4])
    }

    @Test(arguments: [
        #"[{"first": 1, "count": 0}]"#, #"[{"first": 1, "count": -1}]"#, #"[{"first": -1, "count": 1}]"#,
        #"[{"first": -5, "count": 9}]"#, #"[{"first": 5, "count": 1}, {"first": 3, "count": 1}]"#,
        #"[{"first": 3, "count": 2}, {"first": 4, "count": 1}]"#,
        #"[{"first": 3, "count": 1}, {"first": 3, "count": 1}]"#,
        #"[{"first": 9223372036854775807, "count": 1}]"#, #"[{"first": 1, "count": 9223372036854775807}]"#,
        #"[{"first": 0, "count": 9223372036854775807}, {"first": 9223372036854775807, "count": 1}]"#,
        #"[{"first": -9223372036854775808, "count": 9223372036854775807}]"#, #"[{"first": 1}]"#, #"[{}]"#, #"[null]"#,
        #"{}"#, #"[1]"#, #"[{"first": 1.5, "count": 1}]"#, #"[{"first": 1, "count": 18446744073709551616}]"#,
    ])
    func `runs that cannot be are refused with an error`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PositionSet<Int>.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [
        #"[{"first": {"section": -1, "item": 0}, "count": 1}]"#,
        #"[{"first": {"section": 0, "item": -1}, "count": 1}]"#,
        #"[{"first": {"section": 1, "item": 0}, "count": 1}, {"first": {"section": 0, "item": 5}, "count": 1}]"#,
        #"[{"first": {"section": 0, "item": 9223372036854775807}, "count": 2}]"#,
        #"[{"first": {"section": 0, "item": 0}, "count": 9223372036854775807}]"#,
    ])
    func `runs of paths that cannot be are refused with an error`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PositionSet<ItemPath>.self, from: Data(json.utf8))
        }
    }

    @Test func `the numbers of positions of decoded runs can be added up`() throws {
        let json = #"""
            [{"first": {"section": 0, "item": 0}, "count": 2147483647},
             {"first": {"section": 1, "item": 0}, "count": 2147483647}]
            """#
        let set = try JSONDecoder().decode(PositionSet<ItemPath>.self, from: Data(json.utf8))
        #expect(set.count == 2 * 2_147_483_647)
        #expect(SectionedChanges(items: Changes(deletions: set, insertions: set)).count == 4 * 2_147_483_647)
    }
}
