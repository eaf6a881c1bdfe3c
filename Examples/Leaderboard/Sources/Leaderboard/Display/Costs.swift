import TerminalViews

/// What the views have been given, and at what cost.
struct Costs: Equatable, Sendable {
    /// What a view has been given since it was built.
    struct Tally: Equatable, Sendable {
        var builtIn = Duration.zero
        var updates = 0
        var changes = 0
    }

    var tallies: [View: Tally] = [:]

    /// Score changes since the views were built, and what they have cost.
    var scoreChanges = 0
    var elapsed = Duration.zero
    var cpuTime = Duration.zero
    var differencesComputed = 0
    /// Resident memory in MiB, the most there has been.
    var peakMemory = 0

    var madePerSecond: Int {
        elapsed == .zero ? 0 : Int((Double(scoreChanges) / (elapsed / .seconds(1))).rounded())
    }

    /// The costs in words.
    var text: String {
        guard scoreChanges > 0, elapsed > .zero else { return "\(peakMemory.grouped) MB at most" }
        let perChange = cpuTime / scoreChanges
        let share = Int((cpuTime / elapsed * 100).rounded())
        return "\(perChange.text) of CPU a change, \(share)% of a core; \(peakMemory.grouped) MB at most"
    }

    /// A line for each view, and one for the costs.
    var summary: [String] {
        [" VIEW        BUILT IN   UPDATES   CHANGES IN THEM"]
            + View.allCases.map { view in
                let tally = tallies[view] ?? Tally()
                return " \(view.title.left(10)) \(tally.builtIn.text.right(9)) \(tally.updates.grouped.right(9))"
                    + " \(tally.changes.grouped.right(17))"
            }
            + [" \(differencesComputed.grouped) differences computed; \(text)"]
    }
}

/// The views that are followed.
enum View: CaseIterable, Sendable {
    case top, standing, countries

    var title: String {
        switch self {
        case .top: "top 100"
        case .standing: "place"
        case .countries: "countries"
        }
    }
}
