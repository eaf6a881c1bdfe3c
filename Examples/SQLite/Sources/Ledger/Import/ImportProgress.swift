import Console
import Foundation

/// Shows how far an import is: a bar in a terminal, and a line for each tenth elsewhere.
struct ImportProgress {
    private let isTerminal: Bool
    private let isSilent: Bool
    private var size = 0
    private var first = 0
    private var start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?
    private var tenths = 0
    private var hasBar = false

    init(isTerminal: Bool, isSilent: Bool = false) { (self.isTerminal, self.isSilent) = (isTerminal, isSilent) }

    mutating func begin(at position: Int, of size: Int) {
        (first, self.size, start) = (position, size, .now)
        tenths = size == 0 ? 0 : position * 10 / size
    }

    mutating func reached(_ position: Int, rows: Int) throws {
        guard size > 0, !isSilent else { return }
        let time = max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let rate = Double(rows) / time
        let left = Double(size - position) / max(1, Double(position - first)) * time
        if isTerminal {
            if let lastShown, .now - lastShown < .milliseconds(100), position < size { return }
            lastShown = .now
            let width = max(10, min(40, StandardOutput.size.width - 45))
            let done = min(width, position * width / size)
            let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
            let text =
                "\(bar) \(position * 100 / size) %  \(Cents.grouped(Int(rate))) rows/s  \(seconds(left)) left"
            try StandardOutput.write("\r\u{1B}[K\(text)")
            hasBar = true
        } else if position * 10 / size > tenths {
            tenths = position * 10 / size
            try StandardOutput.write(
                "\(tenths * 10) %, \(Cents.grouped(rows)) rows, \(Cents.grouped(Int(rate))) rows/s, "
                    + "\(seconds(left)) left\n"
            )
        }
    }

    private func seconds(_ number: Double) -> String { "\(Int(number.rounded(.up))) s" }

    /// Writes a line above the bar.
    mutating func say(_ line: String) throws {
        if isSilent { return }
        try StandardOutput.write((hasBar ? "\r\u{1B}[K" : "") + line + "\n", to: STDERR_FILENO)
        hasBar = false
    }

    /// Leaves the bar's line, for an error.
    mutating func ended(_ error: LedgerError) -> LedgerError {
        if hasBar { try? StandardOutput.write("\n") }
        hasBar = false
        return error
    }

    mutating func finish(_ line: String) throws {
        if isSilent { return }
        try StandardOutput.write((hasBar ? "\n" : "") + line + "\n")
        hasBar = false
    }
}
