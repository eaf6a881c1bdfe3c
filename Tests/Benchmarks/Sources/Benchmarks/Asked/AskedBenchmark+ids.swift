import DataSources
import DataSourcesViews

extension AskedBenchmark {
    private static let idsTitle = "What SwiftUI reads on the main actor when items come, go or move (CPU time, least)"

    /// Reads the id of each element, by its index, as `ForEach` may.
    private static func sum<IDs: RandomAccessCollection>(_ ids: IDs) -> Int where IDs.Element == Int {
        var (sum, index) = (0, ids.startIndex)
        while index != ids.endIndex {
            sum &+= ids[index]
            ids.formIndex(after: &index)
        }
        return sum
    }

    static func measureIDs(into report: inout Report, size: Int, quick: Bool) throws {
        let source = try ListSource((0..<size).map { Employee($0) })
        let list = ObservedList(of: source)
        let expected = size * (size - 1) / 2
        guard sum(list.ids) == expected, sum(list.rows.lazy.map(\.id)) == expected else {
            throw WrongResult(description: "other ids")
        }
        let (ours, rows, iterated) = ("ids", "rows", "ids, iterated over")
        let samples = Contest(quick: quick).run([
            Contestant(ours) { consume(sum(list.ids)) },
            Contestant(iterated) { consume(list.ids.reduce(0, &+)) },
            Contestant(rows) { consume(sum(list.rows.lazy.map(\.id))) },
        ])
        add(idsRow, samples, ours, to: &report, size: size, limit: quick ? nil : 5)
    }

    /// The rows that come on the screen, far from those that were there before; their objects do not exist yet.
    static func measureRowsByID(into report: inout Report, size: Int, quick: Bool) throws {
        let source = try ListSource((0..<size).map { Employee($0) })
        let list = ObservedList(of: source, rowsKept: 100)
        let (ours, hand) = ("by id", "by position")
        var turn = 0
        func next() -> Range<Int> {
            turn += 1
            let start = turn * 7_919 % (size - 50)
            return start..<start + 50
        }
        guard next().allSatisfy({ list[id: $0] === list.rows[$0] }) else {
            throw WrongResult(description: "other rows")
        }
        let samples = Contest(quick: quick).run([
            Contestant(ours) { for id in next() { consume(list[id: id]) } },
            Contestant(hand) { for position in next() { consume(list[position]) } },
        ])
        add(rowsByIDRow, samples, ours, to: &report, size: size, limit: nil)
    }

    private static func add(
        _ name: String, _ samples: [String: Sample], _ ours: String, to report: inout Report, size: Int, limit: Double?
    ) {
        guard let our = samples[ours] else { return }
        report.add(Row(group: idsTitle, name: name, size: size, sample: our, in: .milliseconds, bar: limit))
        for (other, sample) in samples.sorted(by: { $0.key < $1.key }) where other != ours {
            report.add(
                Row(
                    group: idsTitle, name: "  \(name): \(other)", size: size, sample: sample, in: .milliseconds,
                    against: ("ours", our)))
        }
    }
}
