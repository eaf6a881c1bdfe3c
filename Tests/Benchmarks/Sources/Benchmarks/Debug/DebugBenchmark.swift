import DataSources
import Foundation

/// What a user waits for all day: a debug build, whose figures are shown as multiples of those of a release build.
enum DebugBenchmark {
    static let title = "Debug builds (CPU time, least)"
    /// How many times the release build's time a debug build's may be.
    static let bar = 4.0

    static let rows = Work.allCases.map(\.rawValue)

    private enum Work: String, CaseIterable {
        case build = "build a snapshot"
        case difference = "difference of shuffled lists"
        case replace = "replaceAll with a shuffled list, difference"
        case edit = "one update and move, difference"
        case read = "subscript in order, an item"
        case iterate = "for-in, an item"
    }

    static func measure(into report: inout Report, quick: Bool) throws {
        for size in quick ? [10_000] : [10_000, 100_000] {
            let lists = try DebugLists(size: size)
            for work in Work.allCases where report.wants(work.rawValue) {
                let isSmall = work == .read || work == .iterate
                let samples = Contest(quick: quick).run(contestants(for: work, lists))
                guard let ours = samples["ours"], let plain = samples[lists.plainName] else { return }
                let (unit, count) = isSmall ? (TimeUnit.nanoseconds, size) : (.microseconds, 1)
                report.add(
                    Row(group: title, name: work.rawValue, size: size, sample: ours, in: unit, per: count))
                report.add(
                    Row(
                        group: title, name: "  \(lists.plainName)", size: size, sample: plain, in: unit, per: count,
                        against: ("ours", ours)))
            }
        }
    }

    private static func contestants(for work: Work, _ lists: DebugLists) -> [Contestant] {
        let (ours, plain): (() -> Void, () -> Void) =
            switch work {
            case .build: ({ consume(lists.buildSnapshot()) }, { consume(lists.buildDictionary()) })
            case .difference: ({ consume(lists.difference()) }, { consume(lists.differenceByDictionary()) })
            case .replace: ({ consume(lists.replace()) }, { consume(lists.differenceByDictionary()) })
            case .edit: ({ consume(lists.edit()) }, { consume(lists.editArray()) })
            case .read: ({ consume(lists.readSnapshot()) }, { consume(lists.readArray()) })
            case .iterate: ({ consume(lists.iterateSnapshot()) }, { consume(lists.iterateArray()) })
            }
        return [Contestant("ours", ours), Contestant(lists.plainName, plain)]
    }
}
