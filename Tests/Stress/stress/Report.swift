import Synchronization

/// What a round has done, and which laws it has broken.
struct Report: CustomStringConvertible, Sendable {
    var complaints: [String] = []
    var commits = 0
    var updates = 0
    var consumers = 0
    var cancelled = 0

    static func + (left: Report, right: Report) -> Report {
        Report(
            complaints: left.complaints + right.complaints,
            commits: left.commits + right.commits,
            updates: left.updates + right.updates,
            consumers: left.consumers + right.consumers,
            cancelled: left.cancelled + right.cancelled
        )
    }

    var description: String {
        "\(commits) mutations, \(updates) updates to \(consumers) consumers, \(cancelled) of them cancelled"
    }
}

/// Where all tasks of a round report to.
final class Ledger: Sendable {
    /// What is wrong, a few times each; asked for rarely, so an actor will do.
    private actor Complaints {
        private(set) var all: [String] = []
        private var counts: [Substring: Int] = [:]

        func add(_ text: String) {
            // What comes before the details: most often the law.
            let kind = text.prefix { $0 != ":" && $0 != "," }
            counts[kind, default: 0] += 1
            if counts[kind] ?? 0 <= 5 { all.append(text) }
        }
    }

    private let complaints = Complaints()
    let commits = Atomic<Int>(0)
    let updates = Atomic<Int>(0)

    func complain(_ text: String) async {
        await complaints.add(text)
    }

    /// Complains unless `condition` holds.
    func expect(_ condition: Bool, _ text: @autoclosure () -> String) async {
        if !condition { await complain(text()) }
    }

    var report: Report {
        get async {
            Report(
                complaints: await complaints.all,
                commits: commits.load(ordering: .relaxed),
                updates: updates.load(ordering: .relaxed)
            )
        }
    }
}
