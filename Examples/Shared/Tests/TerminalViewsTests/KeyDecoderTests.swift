import Testing

@testable import TerminalViews

@Suite struct KeyDecoderTests {
    @Test(arguments: [
        ("a", [Key.character("a")]), ("q?", [.character("q"), .character("?")]),
        ("é日", [.character("é"), .character("日")]),
        ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OC\u{1B}OD", [.right, .left]), ("\u{1B}[1;5A", [.up]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[H\u{1B}[4~", [.home, .end]),
        ("\u{1B}[3~\u{7F}\u{8}", [.delete, .backspace, .backspace]), ("\r\n\t", [.enter, .enter, .tab]),
        ("\u{1B}[Z", [.backTab]), ("\u{15}\u{17}\u{C}", [.control("u"), .control("w"), .control("l")]),
        ("\u{1B}OP\u{1B}[15~\u{1B}[21~\u{1B}[[C", [.function(1), .function(5), .function(10), .function(3)]),
        ("\u{1B}[<0;12;7M\u{1B}[<0;12;7m", [.click(Key.Place(column: 11, row: 6))]),
        ("\u{1B}[<64;1;1M", [.wheel(.up, Key.Place(column: 0, row: 0))]),
        ("\u{1B}[<69;300;70M", [.wheel(.down, Key.Place(column: 299, row: 69))]),
        ("\u{1B}[<0;0;0M\u{1B}[<?;1M\u{1B}[99~x", [.character("x")]),
        ("\u{1B}[\u{1B}[A", [.up]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}2", [.escape, .character("2")]),
    ])
    func `Bytes are keys, in one piece or one by one`(bytes: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.bytesRead(bytes.utf8) == keys)
        #expect(!decoder.isWaiting)
        decoder = KeyDecoder()
        #expect(bytes.utf8.flatMap { decoder.bytesRead([$0]) } == keys)
    }

    @Test func `An escape byte is the Esc key once nothing follows`() {
        var decoder = KeyDecoder()
        #expect(decoder.bytesRead([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.inputPaused() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.inputPaused().isEmpty)
        #expect(decoder.bytesRead("[A".utf8) == [.character("["), .character("A")])
    }

    @Test func `Bytes that are no keys are dropped, and what follows is read`() {
        for bad: [UInt8] in [[0xFF], [0xC3], [0xE6, 0x97], [0xF0, 0x9F], [0x80], [0xC0, 0xAF], [0x00], [0x1C]] {
            var decoder = KeyDecoder()
            #expect(decoder.bytesRead(bad + Array("x".utf8)) == [.character("x")], "\(bad)")
        }
        var decoder = KeyDecoder()
        #expect(decoder.bytesRead(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100)).isEmpty)
        #expect(decoder.bytesRead("x".utf8) == [.character("x")])
    }

    @Test(arguments: 1...40) func `Random bytes neither trap nor are kept`(seed: UInt64) {
        var random = Seeded(seed)
        var decoder = KeyDecoder()
        let alphabet: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x31, 0x4D, 0x7E, 0xC3, 0xA9, 0xF0, 0x41, 0x00, 0xFF]
        for _ in 0..<500 {
            let count = Int.random(in: 0...9, using: &random)
            _ = decoder.bytesRead((0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 })
        }
        _ = decoder.inputPaused()
        #expect(decoder.bytesRead("x".utf8) == [.character("x")])
    }
}
