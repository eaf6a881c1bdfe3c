public import Console

/// Computes what to write to a terminal so that it shows the next frame: only what differs.
///
/// It is a pure machine: it knows what the terminal shows, and writes nothing itself. A frame goes out in one piece,
/// which terminals that can do so show at once.
public struct FrameWriter: Sendable {
    let palette: Palette

    /// What the terminal shows; `nil` if that is unknown.
    private var shown: [CellRow]?
    private var size = Size(width: 0, height: 0)

    /// Creates the writer for a terminal with unknown content.
    public init(palette: Palette) {
        self.palette = palette
    }

    /// What the terminal shows is unknown from now on: the next frame is written whole.
    public mutating func screenLost() {
        shown = nil
    }

    /// There is a new frame to show.
    ///
    /// - Parameters:
    ///   - lines: The lines from the top; missing ones are blank.
    ///   - size: The window.
    /// - Returns: What to write; nothing if the terminal shows the frame already.
    public mutating func frameChanged(_ lines: [Line], size: Size) -> String {
        let size = Size(width: max(0, size.width), height: max(0, size.height))
        var frame = lines.prefix(size.height).map { CellRow($0, width: size.width) }
        frame += Array(repeating: CellRow(blank: size.width), count: size.height - frame.count)
        defer { (shown, self.size) = (frame, size) }
        guard let shown, self.size == size else {
            let blank = Array(repeating: CellRow(blank: size.width), count: size.height)
            return "\u{1B}[m\u{1B}[2J" + changes(from: blank, to: frame)
        }
        let plain = changes(from: shown, to: frame)
        guard let scroll = ScrollPlan(from: shown, to: frame) else { return Self.synchronized(plain) }
        let scrolled = scroll.sequence + changes(from: scroll.rows, to: frame)
        return Self.synchronized(scrolled.utf8.count < plain.utf8.count ? scrolled : plain)
    }

    /// Nothing is shown before the end: no terminal flickers that knows mode 2026.
    private static func synchronized(_ output: String) -> String {
        output.isEmpty ? "" : "\u{1B}[?2026h\(output)\u{1B}[?2026l"
    }

    /// The differences, row by row.
    private func changes(from old: [CellRow], to new: [CellRow]) -> String {
        var writer = RowWriter(palette: palette)
        for row in new.indices where old[row] != new[row] {
            writer.write(new[row], over: old[row], at: row)
        }
        return writer.finished()
    }
}
