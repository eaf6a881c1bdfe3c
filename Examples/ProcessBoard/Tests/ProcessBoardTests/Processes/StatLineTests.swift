import Testing

@testable import ProcessBoard

@Suite struct StatLineTests {
    private let fields = "S 1 2 3 0 -1 4194304 100 0 0 0 70 30 0 0 20 0 1 0 130837 3133440 410 18446744073709551615"

    @Test func `A line gives name, state, time used, start and memory`() throws {
        let line = try #require(StatLine("4711 (swift-build) \(fields)\n"))
        #expect(line.pid == 4711)
        #expect(line.name == "swift-build")
        #expect(line.state == "S")
        #expect(line.ticks == 100)
        #expect(line.started == 130_837)
        #expect(line.pages == 410)
        #expect(line.threads == 1)
        #expect(line.nice == 0)
    }

    @Test(arguments: ["a b", "(sd-pam)", "a) S 1 (b", ")", "(", "", "né\u{301}", "two\nlines", "tmux: server"])
    func `A name may hold spaces, parentheses and anything else`(name: String) throws {
        let line = try #require(StatLine("7 (\(name)) \(fields)"))
        #expect(line.name == name)
        #expect(line.started == 130_837)
    }

    @Test(arguments: ["", "7", "7 (", "7 ) S (", "7 (a)", "7 (a) S 1 2", "x (a) S 1 2 3", "(a)"])
    func `Anything else is no line`(text: String) {
        #expect(StatLine(text) == nil)
    }

    @Test func `A line cut anywhere is no line, or one with whole fields`() {
        let text = "4711 (swift-build) \(fields)"
        for length in 0..<text.count {
            let line = StatLine(String(text.prefix(length)))
            #expect(line == nil || line?.started == 130_837)
        }
    }
}
