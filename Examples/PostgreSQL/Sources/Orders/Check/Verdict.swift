/// What the check has found.
struct Verdict: Sendable {
    private var lines: [String] = []
    private(set) var isGood = true

    mutating func add(_ line: String) { lines.append("  " + line) }

    /// What must hold, and what is said if it does not.
    mutating func require(_ condition: Bool, _ line: String, _ details: [String] = []) {
        lines.append((condition ? "✓ " : "✗ ") + line)
        if condition { return }
        isGood = false
        lines += details.map { "    " + $0 }
    }

    var text: String {
        lines.map { $0 + "\n" }.joined() + (isGood ? "good: each state was committed\n" : "WRONG: see ✗\n")
    }
}
