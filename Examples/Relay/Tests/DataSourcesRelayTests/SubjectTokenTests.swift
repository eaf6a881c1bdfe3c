import DataSources
import DataSourcesRelay
import Testing

struct SubjectTokenTests {
    @Test(arguments: [
        ("board-1_A", "board-1_A"), ("", "="), ("a.b *>", "a=2Eb=20=2A=3E"), ("=", "=3D"), ("ä", "=C3=A4"),
        ("a\u{0}\r\n", "a=00=0D=0A"),
    ])
    func `a text is a token that people can read`(text: String, token: String) {
        #expect(SubjectToken.encode(TextID(text)) == token)
        #expect(SubjectToken.decode(token) == TextID(text))
    }

    @Test func `each text has a token of its own, which is legal`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random)) ?? "?"
            }
            let text = TextID(String(String.UnicodeScalarView(scalars)))
            let token = SubjectToken.encode(text)
            #expect(token.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !token.isEmpty)
            #expect(!token.contains { ".*>".contains($0) })
            #expect(SubjectToken.decode(token) == text)
        }
        let longest = TextID(String(repeating: "\u{0}", count: 256))
        #expect(SubjectToken.decode(SubjectToken.encode(longest)) == longest)
    }

    @Test(arguments: ["", "=4", "=4x", "=41", "a=", "=c3=A4", "=C3", "a b", "ä", "=="])
    func `what is not made from a text is not one`(token: String) {
        #expect(SubjectToken.decode(token) == nil)
    }
}
