public import Console

/// A box with a title, in the middle of a window.
public struct Box: Equatable, Sendable {
    /// The title in the upper border.
    public var title: String
    /// The lines in the box.
    public var lines: [Line]

    /// Creates a box.
    public init(title: String, lines: [Line]) {
        self.title = title
        self.lines = lines
    }

    /// The window with the box on top; a window that is too small cuts the box.
    public func overlaid(on frame: [Line], size: Size) -> [Line] {
        let content = max(title.columns + 2, lines.map(\.columns).max() ?? 0)
        let width = min(size.width, content + 4)
        guard width > 4, size.height >= 3 else { return frame }
        let shown = lines.prefix(size.height - 2)
        let column = (size.width - width) / 2
        let row = max(0, (size.height - shown.count - 2) / 2)
        let rest = max(0, width - 5 - title.columns)
        let top = Line("┌─") + Line(" \(title) ", .bold) + Line(String(repeating: "─", count: rest) + "┐")
        let bottom = Line("└" + String(repeating: "─", count: width - 2) + "┘")
        let box =
            [top.fitted(to: width)]
            + shown.map { Line("│ ") + $0.fitted(to: width - 4) + Line(" │") } + [bottom]
        var frame = frame
        for (offset, line) in box.enumerated() where frame.indices.contains(row + offset) {
            frame[row + offset] = frame[row + offset].overlaid(with: line, at: column)
        }
        return frame
    }
}
