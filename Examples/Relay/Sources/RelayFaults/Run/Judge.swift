import Foundation

/// Reads the histories of all processes, tells them to the checker, and keeps what explains a finding.
struct Judge {
    private var readers: [HistoryReader]
    private var checker = Checker()
    /// The events since the last check.
    private var recent: [Event] = []
    /// The writer that has taken over last.
    private(set) var writer: String?
    private var takeOvers = 0
    private var depositions = 0
    private let began = History.now
    private static let mostRecent = 400_000

    init(_ stage: Stage) {
        let names = ["driver", "log1", "log2", "log3"] + stage.writers + stage.relays + stage.clients
        readers = names.map { HistoryReader("\(Stage.histories)/\($0)") }
    }

    /// Reads what is new.
    mutating func read() {
        var events: [Event] = []
        for index in readers.indices { events += readers[index].read() }
        events.sort { $0.time < $1.time }
        for event in events {
            checker.received(event)
            guard case .note(let text) = event.kind else { continue }
            if text.hasPrefix("has taken over") {
                takeOvers += 1
                writer = event.who.split(separator: "#").first.map(String.init)
            } else if text.hasPrefix("deposed") {
                depositions += 1
            }
        }
        recent += events
        if recent.count > Self.mostRecent { recent.removeFirst(recent.count - Self.mostRecent) }
    }

    mutating func findings(isSettled: Bool) -> [Finding] { checker.findings(isSettled: isSettled) }

    /// What was seen.
    var summary: String {
        """
        \(checker.commands) commands, sent again \(checker.repetitions) times; \(checker.compared) states shown and compared, \
        \(checker.unknown) not recorded; \(checker.messages) messages in the log; \(takeOvers) take-overs, \(depositions) \
        writers deposed
        """
    }

    /// What happened around findings, at most so many lines for each of the first ones.
    func context(of findings: [Finding]) -> [String] {
        var lines: [String] = []
        for finding in findings.prefix(3) {
            lines.append("around \(seconds(finding.time)), \(finding.rule.rawValue):")
            let (start, end) = (finding.time - min(finding.time, 6_000_000_000), finding.time + 1_000_000_000)
            let near = recent.filter { (start...end).contains($0.time) && $0.isRare }
            lines += near.suffix(30).map {
                "  \(seconds($0.time)) \($0.line.split(separator: "\t").dropFirst().joined(separator: " "))"
            }
        }
        return lines
    }

    private func seconds(_ time: UInt64) -> String {
        String(format: "%.3f s", (Double(time) - Double(began)) / 1e9)
    }
}

extension Event {
    /// Whether it explains something; states and messages are too many.
    fileprivate var isRare: Bool {
        switch kind {
        case .note, .ended, .fault, .refused, .unanswered: true
        case .shown, .sent, .applied, .entry, .committed: false
        }
    }
}
