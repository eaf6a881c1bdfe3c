import Foundation
import Synchronization

/// Says on standard error what is being measured, and for how long the run has been going on.
///
/// In a terminal that is one line, renewed every second; elsewhere it is a line every few seconds.
final class Progress: Sendable {
    private struct State {
        var group = ""
        var row = ""
        var isShown = false
        var lastLine = 0.0
    }

    private let state = Mutex(State())
    private let start: Date
    private let isTerminal = isatty(2) == 1
    private let interval: Double

    /// Creates a report of a run that began at `start`.
    init(since start: Date) {
        self.start = start
        interval = isTerminal ? 1 : 5
    }

    /// Starts to renew the line from a thread of its own, until the process ends.
    func start(every seconds: Double? = nil) {
        let pause = seconds ?? interval
        Thread.detachNewThread { [self] in
            while true {
                Thread.sleep(forTimeInterval: pause)
                redraw()
            }
        }
    }

    /// Begins with a group.
    func enter(_ group: String) {
        state.withLock { ($0.group, $0.row) = (group, "") }
        redraw()
    }

    /// What is being measured now.
    func show(_ row: String) {
        state.withLock { $0.row = row }
        redraw()
    }

    /// Takes the line away, before something else is printed.
    func clear() {
        state.withLock { state in
            if isTerminal, state.isShown { write("\r\u{1B}[K") }
            state.isShown = false
        }
    }

    /// Shows the line, if it is time.
    func redraw() {
        state.withLock { state in
            let elapsed = Date().timeIntervalSince(start)
            if !isTerminal, elapsed - state.lastLine < interval { return }
            state.lastLine = elapsed
            let line = "[\(Int(elapsed)) s] \(state.group)\(state.row.isEmpty ? "" : ": ")\(state.row)"
            write(isTerminal ? "\r\u{1B}[K\(line.prefix(78))" : line + "\n")
            state.isShown = true
        }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
