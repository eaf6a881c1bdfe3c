import DataSources

/// Walking a list and looking things up in it, beside a plain array and a dictionary.
enum ReadingBenchmark {
    private static let title = "Reading (CPU time an item, least)"

    static let rows = Work.allCases.map(\.rawValue)

    private enum Work: String, CaseIterable {
        case compare = "iterate, comparing each"
        case sum = "sum of an Int by chunks"
        case sumEach = "sum of an Int by for-in"
        case inOrder = "subscript in order"
        case atRandom = "subscript at random"
        case position = "position by id"

        /// At 1,000,000 items: a ratio, or the unit's own where `isAbsolute`.
        var bar: Double? {
            switch self {
            case .compare: 1.25
            case .sum: 1.5
            case .inOrder: 60
            case .position: 1_500
            case .sumEach, .atRandom: nil
            }
        }

        var isAbsolute: Bool { self == .inOrder || self == .position }
        /// Whether the whole list is walked, and not a choice of places.
        var readsAll: Bool { self != .atRandom && self != .position }
        var plainName: String { self == .position ? "Dictionary" : "Array" }
    }

    static func measure(into report: inout Report, quick: Bool) throws {
        for size in quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000] {
            let wanted = Work.allCases.filter { report.wants($0.rawValue) }
            if wanted.isEmpty { continue }
            let lists = try ReadLists(size: size)
            for work in wanted where report.wants(work.rawValue) {
                let contestants = contestants(for: work, lists)
                let samples = Contest(quick: quick).run(contestants)
                guard let ours = samples["ours"], let plain = samples["plain"] else { return }
                let count = work.readsAll ? size : lists.order.count
                report.add(
                    Row(
                        group: title, name: work.rawValue, size: size, sample: ours, in: .nanoseconds, per: count,
                        against: work.isAbsolute ? nil : (work.plainName, plain),
                        bar: size == 1_000_000 ? work.bar : nil))
                report.add(
                    Row(
                        group: title, name: "  \(work.plainName)", size: size, sample: plain, in: .nanoseconds,
                        per: count, against: ("ours", ours)))
            }
        }
    }

    private static func contestants(for work: Work, _ lists: ReadLists) -> [Contestant] {
        let (ours, plain): (() -> Void, () -> Void) =
            switch work {
            case .compare: ({ consume(lists.compareSnapshot()) }, { consume(lists.compareArray()) })
            case .sum: ({ consume(lists.sumChunks()) }, { consume(lists.sumArray()) })
            case .sumEach: ({ consume(lists.sumSnapshot()) }, { consume(lists.sumArray()) })
            case .inOrder: ({ consume(lists.subscriptSnapshot()) }, { consume(lists.subscriptArray()) })
            case .atRandom: ({ consume(lists.gatherSnapshot()) }, { consume(lists.gatherArray()) })
            case .position: ({ consume(lists.positionsInDraft()) }, { consume(lists.positionsInDictionary()) })
            }
        return [Contestant("ours", ours), Contestant("plain", plain)]
    }
}
