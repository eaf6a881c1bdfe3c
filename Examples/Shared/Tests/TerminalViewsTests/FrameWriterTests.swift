import Console
import ConsoleTesting
import Testing

@testable import TerminalViews

@Suite struct FrameWriterTests {
    private static let styles: [Style] = [.plain, .dim, .heading, .selected, .red, Style(isReversed: true)]
    private static let words = ["swift", "a", "日本語", "é", "e\u{301}", "👩‍👩‍👧", "███▌", "  ", "─│", "…", "0", "한"]

    static func screen(_ size: Size) -> VirtualScreen {
        VirtualScreen(width: size.width, height: size.height) { $0.columns }
    }

    private static func line(_ random: inout Seeded) -> Line {
        (0..<Int.random(in: 0...6, using: &random)).reduce(Line()) { line, _ in
            line + Line(words.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain)
        }
    }

    @Test(arguments: 1...25)
    func `After any frames the screen shows what writing the last one alone would show`(seed: UInt64) {
        var random = Seeded(seed)
        let palette: Palette = seed % 3 == 0 ? .monochrome : .color
        var writer = FrameWriter(palette: palette)
        var size = Size(width: 24, height: 14)
        var screen = Self.screen(size)
        var lines: [Line] = []
        for _ in 0..<120 {
            switch Int.random(in: 0...9, using: &random) {
            case 0:
                let old = size
                size = Size(width: .random(in: 1...40, using: &random), height: .random(in: 1...20, using: &random))
                if size != old { screen = Self.screen(size) }
            case 1...3 where !lines.isEmpty:
                // Rows that change places, as when a list is sorted.
                let row = lines.remove(at: .random(in: lines.indices, using: &random))
                lines.insert(row, at: .random(in: 0...lines.count, using: &random))
            case 4 where lines.count > 3: lines.removeFirst(.random(in: 1...3, using: &random))
            case 5: lines.insert(contentsOf: [Self.line(&random), Self.line(&random)], at: 0)
            case 6: writer.screenLost()
            default:
                while lines.count < 12 { lines.append(Self.line(&random)) }
                lines[.random(in: lines.indices, using: &random)] = Self.line(&random)
            }
            screen.read(writer.frameChanged(lines, size: size))
            var alone = FrameWriter(palette: palette)
            var expected = Self.screen(size)
            expected.read(alone.frameChanged(lines, size: size))
            #expect(screen == expected)
            #expect(screen.unknown.isEmpty)
            #expect(screen.text == Self.text(of: lines, size))
            #expect(!screen.modes.contains("?2026"))
            if screen != expected { return }
        }
    }

    /// The oracle of what is shown, without styles.
    private static func text(of lines: [Line], _ size: Size) -> [String] {
        (0..<size.height).map { row in
            guard row < lines.count else { return "" }
            return CellRow(lines[row], width: size.width).cells.map(\.text).joined().trimmingTrailingSpaces
        }
    }

    @Test func `A frame that is shown already writes nothing`() {
        var writer = FrameWriter(palette: .color)
        let size = Size(width: 20, height: 3)
        let lines = [Line("one", .red), Line("日本"), Line("three")]
        #expect(!writer.frameChanged(lines, size: size).isEmpty)
        #expect(writer.frameChanged(lines, size: size) == "")
    }

    @Test func `One figure that changes is written alone`() {
        var writer = FrameWriter(palette: .color)
        let size = Size(width: 40, height: 3)
        _ = writer.frameChanged([Line(), Line("cpu  12%  swift-build")], size: size)
        let output = writer.frameChanged([Line(), Line("cpu  47%  swift-build")], size: size)
        #expect(output == "\u{1B}[?2026h\u{1B}[2;6H47\u{1B}[?2026l")
    }

    @Test func `A row that climbs past others is moved by the terminal`() {
        var writer = FrameWriter(palette: .color)
        let size = Size(width: 80, height: 40)
        var lines = (0..<40).map { Line("\($0) a row with a long name, and more text to its end \($0 * 7)") }
        var screen = Self.screen(size)
        screen.read(writer.frameChanged(lines, size: size))
        lines.insert(lines.remove(at: 30), at: 2)
        let output = writer.frameChanged(lines, size: size)
        #expect(output.utf8.count < 160, "\(output.debugDescription)")
        screen.read(output)
        #expect(screen.text == lines.map(\.text))
    }

    @Test func `Rows of a table that climb beside other columns are moved by the terminal too`() {
        var writer = FrameWriter(palette: .color)
        let size = Size(width: 100, height: 40)
        var table = (0..<40).map { "\($0 + 100) a row with a long name, and more text to its end \($0 * 7 + 1_000)" }
        func lines() -> [Line] { table.enumerated().map { Line("\($1) | \($0 % 10)") } }
        var screen = Self.screen(size)
        screen.read(writer.frameChanged(lines(), size: size))
        table.append(contentsOf: table[..<5])
        table.removeFirst(5)
        let output = writer.frameChanged(lines(), size: size)
        // Written are the rows that come, and a figure beside each of the others.
        #expect(output.utf8.count < 5 * 80 + 40 * 12, "\(output.utf8.count)")
        screen.read(output)
        #expect(screen.text == lines().map(\.text))
    }

    @Test func `Without colours, a background is shown by swapped colours, and nothing else`() {
        var writer = FrameWriter(palette: .monochrome)
        let output = writer.frameChanged([Line("x", .selected) + Line("y", .red)], size: Size(width: 2, height: 1))
        #expect(output.contains("\u{1B}[7mx"))
        #expect(!output.contains("\u{1B}[3"))
    }
}
