import DataSources
import DataSourcesTesting

/// A change in a source of 100,000 items until a subscriber of what is derived from it has the update.
///
/// That is the commit, the derivation, the difference and the delivery, in CPU time of the process.
enum EndToEndBenchmark {
    private static let title = "A change until the subscriber has the update (CPU time, median)"

    static let rows = [
        "combined values", "joinedMany", "whereExists", "filterEach", "sectionedEach", "merged(preferring:)", "page",
        "sortedItems", "several aggregates by key", "removeExpired", "limitSize",
    ]

    static func measure(into report: inout Report, quick: Bool) async throws {
        let (size, turns) = quick ? (10_000, 40) : (100_000, 100)
        for row in rows where report.wants(row) {
            let staff = try Staff(size)
            func measure<Snapshot>(_ race: EndToEnd<Snapshot>) async throws {
                try await race.measure(into: &report, size: size, turns: turns, title: title)
            }
            switch row {
            case "combined values": try await measure(combined(staff, row))
            case "joinedMany": try await measure(joinedMany(staff, row))
            case "whereExists": try await measure(whereExists(staff, row))
            case "filterEach": try await measure(filterEach(staff, row))
            case "sectionedEach": try await measure(sectionedEach(size, row))
            case "merged(preferring:)": try await measure(merged(staff, row))
            case "page": try await measure(page(staff, row))
            case "sortedItems": try await measure(sortedItems(staff, row))
            case "several aggregates by key": try await measure(aggregates(staff, row))
            case "removeExpired":
                let eviction = Task { [source = staff.source] in
                    let start = ContinuousClock.now
                    try await source.removeExpired { $0.salary < 0 ? start : start + .seconds(100_000 + $0.salary) }
                }
                defer { eviction.cancel() }
                try await measure(expired(staff, row))
            default:
                let eviction = Task { [source = staff.source] in try await source.limitSize(to: size) }
                defer { eviction.cancel() }
                try await measure(limited(staff, row))
            }
        }
    }
}

/// Employees in a source, and the same ones in an array.
final class Staff {
    let size: Int
    let source: ListSource<Employee>
    var plain: [Employee]

    init(_ size: Int) throws {
        self.size = size
        plain = (0..<size).map { Employee($0) }
        source = try ListSource(plain)
    }

    /// The id that a change is about: another one each time.
    func id(_ turn: Int) -> Int { turn * 7_919 % size }

    /// A race in which each change adds to the salary of one employee.
    func raised<Snapshot>(
        _ name: String, by raise: Int, _ derived: any DerivableSource<Snapshot>,
        _ recompute: @escaping ([Employee]) -> [Snapshot.PlainElement]
    ) -> EndToEnd<Snapshot> {
        EndToEnd(
            name: name, source: derived,
            change: { [self, source] turn in _ = try await source.update(id: id(turn)) { $0.salary += raise } },
            plainChange: { [self] turn in plain[id(turn)].salary += raise },
            recompute: { [self] in recompute(plain) })
    }
}
