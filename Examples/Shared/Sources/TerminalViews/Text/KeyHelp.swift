public import Console

/// What the keys of a program do, as a box that fits its window.
///
/// In a narrow window an explanation takes several lines, and in a low one the box shows some lines at a time: the arrow
/// keys and Space go on to the others, and any other key closes it.
///
/// ```swift
/// static let help = KeyHelp(title: "Clock", keys: [("r", "start again"), ("q", "quit")])
/// return Self.help.box(in: size, from: first).overlaid(on: frame, size: size)
/// ```
public struct KeyHelp: Sendable {
    /// The title of the box.
    public let title: String
    /// Keys, and what they do.
    public let keys: [(keys: String, effect: String)]

    /// Creates a help.
    public init(title: String, keys: [(keys: String, effect: String)]) {
        (self.title, self.keys) = (title, keys)
    }

    /// The box in a window.
    ///
    /// - Parameters:
    ///   - size: The window.
    ///   - first: The first line that is shown, if not all of them fit.
    /// - Returns: The box, no larger than the window allows.
    public func box(in size: Size, from first: Int = 0) -> Box {
        let lines = lines(in: size)
        let last = lastStart(of: lines.count, in: size)
        if last == 0 {
            let closing = [Line("Any key closes this.", .dim)]
            let room = Self.room(in: size) - lines.count
            return Box(title: title, lines: lines + (room > 1 ? [Line()] + closing : room == 1 ? closing : []))
        }
        let start = min(max(0, first), last)
        let shown = lines[start...].prefix(Self.room(in: size) - 1)
        let keys = Line("↓ ↑", .heading) + Line(" more, any other key closes this", .dim)
        return Box(title: title, lines: shown + [keys])
    }

    /// What a key does to the open box.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - first: The first line that is shown.
    ///   - size: The window.
    /// - Returns: The first line that is shown from now on; `nil` if the box closes.
    public func keyPressed(_ key: Key, from first: Int, in size: Size) -> Int? {
        let last = lastStart(of: lines(in: size).count, in: size)
        let page = max(1, Self.room(in: size) - 2)
        guard last > 0 else { return nil }
        let start = min(first, last)
        switch key {
        case .down: return min(last, start + 1)
        case .up: return max(0, start - 1)
        case .pageDown, .character(" "): return min(last, start + page)
        case .pageUp: return max(0, start - page)
        case .home: return 0
        case .end: return last
        case .wheel(.down, _): return min(last, start + 1)
        case .wheel(.up, _): return max(0, start - 1)
        default: return nil
        }
    }

    /// The lines between the borders of a box.
    private static func room(in size: Size) -> Int { max(1, size.height - 2) }

    private func lastStart(of count: Int, in size: Size) -> Int {
        let room = Self.room(in: size)
        return count <= room ? 0 : count - max(1, room - 1)
    }

    private func lines(in size: Size) -> [Line] {
        let width = max(1, size.width - 4)
        let left = (keys.map(\.keys.columns).max() ?? 0) + 2
        return keys.flatMap { keys, effect in
            // What has no room beside the keys is below them.
            if width < left + 16 {
                return [Line(keys, .heading)] + effect.wrapped(to: width - 2).map { Line("  \($0)") }
            }
            return effect.wrapped(to: width - left).enumerated().map { row, text in
                Line((row == 0 ? keys : "").left(left), .heading) + Line(text)
            }
        }
    }
}

extension String {
    /// The words in lines of at most so many columns; a word that is longer has a line of its own.
    fileprivate func wrapped(to width: Int) -> [String] {
        split(separator: " ").reduce(into: [String]()) { lines, word in
            if let line = lines.last, line.columns + 1 + String(word).columns <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
