import Checking
import Testing

/// Plants links in Markdown: each must be found if and only if it leads nowhere.
struct LinkTests {
    static let files = [
        "README.md": """
        # The name
        ## Two words, and `code(_:)`
        ## [A link](Examples) — and *more*
        ## Same
        ## Same
        <a id="here"></a>
        ```sh
        # no heading
        ```
        """,
        "Examples/Board/README.md": "# Load ##\n#no heading\n",
        "Examples/Board/Sources/Main.swift": "",
        "Examples/a b.md": "",
        "Sources/A/A.docc/A.md": "",
        "Sources/A/A.docc/Resources/idea~dark@2x.svg": "",
        "Sources/A/A.docc/Resources/idea.svg": "",
    ]

    /// Expects these links, and no others, to lead nowhere: `line: target: what is wrong`.
    func expectBroken(_ expected: [String], in path: String, _ text: String) {
        let files = Self.files.merging([path: text]) { $1 }
        let found = violations(in: RuleTests.clean + files.keys) { files[$0] ?? "" }
        let lines = ["links in Markdown must lead somewhere:"] + expected.map { "\(path):\($0)" }
        #expect(found == (expected.isEmpty ? [] : [lines.joined(separator: "\n")]))
    }

    @Test func `links to files, folders and headings that exist lead somewhere`() {
        expectBroken(
            [], in: "Examples/README.md",
            """
            [a](Board), [b](Board/), [c](../README.md), [d](/README.md#the-name), [e](Board/README.md#load)
            [f](../README.md#two-words-and-code_), [g](../README.md#a-link--and-more), [h](../README.md#same-1), [i](Board#load)
            [j](Board/Sources/Main.swift#L3-L7), [k](<a b.md>), [l](a%20b.md), [m](Board "a title"), [n](.), [o](#only)
            [p][q], [a [b] c](Board), [![image](Board/README.md)](Board), [wrapped
            text](Board), <https://example.org/none>, [r](mailto:none@example.org), [s](//example.org/none)
            <img src="Board/README.md"> [t](../README.md?plain=1#here)

            [q]: Board
            # Only
            """)
    }

    @Test func `links to what does not exist are found`() {
        expectBroken(
            [
                "1: Bored: git tracks no such file",
                "1: board: git tracks no such file",
                "2: ../../x: it leaves the repository",
                "3: ../README.md#no-heading: README.md has no such heading",
                "3: #same: Examples/README.md has no such heading",
                "4: Board/README.md#no-heading: Examples/Board/README.md has no such heading",
                "5: Board/Sources/Main.swift#main: only Markdown has headings",
                "5: Board/Sources#x: Examples/Board/Sources/README.md has no such heading",
                "6: doc:A: only DocC knows such links",
                "7: none.png: git tracks no such file",
                "7: none: git tracks no such file",
                "8: none.svg: git tracks no such file",
                "9: gone: git tracks no such file",
                "11: gone(1).md: git tracks no such file",
            ], in: "Examples/README.md",
            """
            [a](Bored) [b](board)
            [c](../../x)
            [d](../README.md#no-heading) [e](#same)
            [f](Board/README.md#no-heading)
            [g](Board/Sources/Main.swift#main) [h](Board/Sources#x)
            <doc:A>
            [![i](none.png)](none)
            <img alt="" src="none.svg">
            [j]: gone
            [wrapped
            text](gone(1).md)
            """)
    }

    @Test func `code and comments have no links`() {
        expectBroken(
            ["12: gone: git tracks no such file"], in: "Examples/README.md",
            """
            `[a](gone)` and ``[b`](gone)``, `[wrapped
            code](gone)`
            <!-- [c](gone)
            [d](gone) -->
              ```swift
            [e](gone)
            ````
            ~~~
            ```
            [f](gone)
            ~~~
            ```[g](gone)``` `[h](gone)
            """)
    }

    @Test func `an article of DocC names articles and resources, not files`() {
        expectBroken(
            [
                "1: none: no such file in Sources/A/A.docc/",
                "2: A.md: DocC takes no paths of files: write <doc:Article>",
            ], in: "Sources/A/A.docc/B.md",
            """
            <doc:A#Heading> [a](doc:A) ![b](idea) ![c](idea.svg) ![d](none)
            [e](https://example.org) [f](#Heading) [g](A.md)
            """)
    }

    @Test func `addresses of other sites are listed`() {
        let texts = [
            "a.md": "[a](https://a.example/b_c) or <http://d.example/>.\n`https://e.example`",
            "b.md": "https://f.example/g.",
        ]
        let found = addresses(in: ["b.md", "a.swift", "a.md"]) { texts[$0] }
        #expect(found == ["a.md:1: https://a.example/b_c", "a.md:1: http://d.example/", "b.md:1: https://f.example/g"])
    }
}
