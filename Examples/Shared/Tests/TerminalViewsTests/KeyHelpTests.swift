import Console
import TerminalViews
import Testing

struct KeyHelpTests {
    private static let help = KeyHelp(
        title: "Program",
        keys: (0..<12).map { ("key \($0)", "does what the words of number \($0) say, and then \($0) times more") })

    @Test func `a window that has room shows all of it`() {
        let lines = Self.help.box(in: Size(width: 100, height: 40)).lines.map(\.text)
        #expect(lines.count == 14 && lines.last == "Any key closes this.")
        #expect(lines[3] == "key 3   does what the words of number 3 say, and then 3 times more")
        #expect(Self.help.keyPressed(.down, from: 0, in: Size(width: 100, height: 40)) == nil)
    }

    @Test func `every word can be read in every window, by going down`() {
        for width in [20, 30, 45, 60, 200] {
            for height in [4, 5, 10, 15, 60] {
                let size = Size(width: width, height: height)
                var (first, seen): (Int?, String) = (0, "")
                while let start = first {
                    let box = Self.help.box(in: size, from: start)
                    #expect(box.lines.count <= height - 2)
                    let content = box.lines.prefix(while: { !$0.text.contains("any other key") })
                    #expect(content.allSatisfy { $0.columns <= width - 4 }, "\(width)x\(height)")
                    seen += content.map(\.text).joined(separator: " ") + " "
                    let next = Self.help.keyPressed(.down, from: start, in: size)
                    first = next == start ? nil : next
                }
                for number in 0..<12 { #expect(seen.contains("key \(number)"), "\(width)x\(height)") }
                #expect(seen.contains("more"))
            }
        }
    }

    @Test func `keys go to both ends, and others close`() {
        let size = Size(width: 40, height: 8)
        let last = Self.help.keyPressed(.end, from: 0, in: size)
        #expect(last != nil && last != 0)
        #expect(Self.help.keyPressed(.home, from: last ?? 0, in: size) == 0)
        #expect(Self.help.keyPressed(.up, from: 0, in: size) == 0)
        #expect(Self.help.keyPressed(.pageDown, from: 0, in: size) == 4)
        #expect(Self.help.keyPressed(.character(" "), from: 4, in: size) == 8)
        #expect(Self.help.keyPressed(.wheel(.down, Key.Place(column: 0, row: 0)), from: 0, in: size) == 1)
        #expect(Self.help.keyPressed(.character("q"), from: 0, in: size) == nil)
        #expect(Self.help.keyPressed(.pageDown, from: 1_000, in: size) == last)
    }
}
