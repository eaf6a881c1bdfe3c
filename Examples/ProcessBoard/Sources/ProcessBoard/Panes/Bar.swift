/// A bar of eighths of a column.
enum Bar {
    /// A bar that is full at 100 percent, which is one core, and stays so beyond.
    static func text(percent: Int, width: Int) -> String {
        let eighths = min(max(0, percent), 100) * width * 8 / 100
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        // The least load still shows.
        if eighths == 0 { return percent > 0 ? "▏" : "" }
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
