import Testing

@testable import TerminalViews

@Suite struct LineTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("日本", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("☀️", 2), ("→↕…─", 4), ("한글", 4),
    ])
    func `Columns are what a terminal uses`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 8, "abcdef  "), ("abcdef", 4, "abc…"), ("abcdef", 1, "…"),
        ("abcdef", 0, ""), ("abcdef", -3, ""), ("日本語", 4, "日… "), ("日本語", 5, "日本…"), ("日", 1, "…"),
    ])
    func `A text is filled, or cut with an ellipsis, to exactly a width`(text: String, width: Int, expected: String) {
        #expect(text.left(width) == expected)
        #expect(Line(text).fitted(to: width).text == expected)
    }

    @Test func `A line of many pieces is cut as its whole text would be`() {
        let pieces = ["ab", "", "日本", "c", "de"]
        let line = pieces.reduce(Line()) { $0 + Line($1, .bold) }
        for width in 0...14 {
            #expect(line.fitted(to: width).columns == width)
            #expect(line.fitted(to: width).text == line.text.left(width))
        }
    }

    @Test(arguments: [
        (40, "~ 24398 swift-frontend: cpu 9% → 1%     "), (35, "~ 24398 swift-frontend: cpu 9% → 1%"),
        (33, "~ 24398 swift-front…: cpu 9% → 1%"), (27, "~ 24398 swift…: cpu 9% → 1%"),
        (26, "~ 24398 swift…: cpu 9% → …"), (12, "~ 24398 swi…"),
    ])
    func `A piece that gives way is cut before the end of the line`(width: Int, expected: String) {
        let line = Line("~ 24398 ") + Line("swift-frontend", givesWay: true) + Line(": cpu 9% → 1%")
        #expect(line.fitted(to: width).text == expected)
    }

    @Test func `What a terminal would obey is not passed on`() {
        #expect(Line("a\u{1B}[2Jb\nc\td\u{9B}e\r\nf\u{202E}g").text == "a?[2Jb?c?d?e?f?g")
    }

    @Test func `Styles are codes in colour, and nothing without`() {
        let line = Line("+", .green) + Line(" 1")
        #expect(line.rendered(in: .color) == "\u{1B}[32m+\u{1B}[m 1")
        #expect(line.rendered(in: .none) == "+ 1")
    }

    @Test(arguments: [("a b  ", "a b"), ("", ""), ("   ", ""), ("a", "a")])
    func `Spaces at the end are trimmed, and no others`(text: String, expected: String) {
        #expect(text.trimmingTrailingSpaces == expected)
    }
}
