import Checking
import Foundation
import Testing

struct SiteTests {
    /// Two pages that link to each other, below `/base`.
    static let good = [
        "index.html": #"<link href="/base/favicon.ico"><a href="/base/documentation/">"#,
        "favicon.ico": "",
        "images/a/idea.svg": "",
        "documentation/index.html": #"<script src="/base/favicon.ico"></script>"#,
        "documentation/a/index.html": #"<script src="/base/favicon.ico"></script><a href="https://example.org/">"#,
        "data/documentation.json": #"{"references": {"x": {"type": "topic", "url": "/documentation/a"}}}"#,
        "data/documentation/a.json": #"""
        {
            "primaryContentSections": [{"content": [{"type": "heading", "anchor": "A-heading"}]}],
            "references": {
                "x": {"type": "topic", "url": "/documentation"},
                "y": {"type": "section", "url": "/documentation/a#A-heading"},
                "#A-heading": {"type": "link", "url": "#A-heading"},
                "z": {"type": "link", "url": "https://example.org/none"},
                "idea": {"type": "image", "variants": [{"url": "/images/a/idea.svg"}]}
            }
        }
        """#,
        "index/index.json": #"""
        {"interfaceLanguages": {"swift": [
            {"type": "groupMarker"}, {"path": "/documentation/a", "children": [{"path": "/documentation"}]},
            {"path": "/documentation/other", "external": true}
        ]}}
        """#,
    ]

    func broken(_ changes: [String: String?]) throws -> [String] {
        var files = Self.good
        for (path, text) in changes { files[path] = text }
        return try Site(files: Array(files.keys), below: "/base") { path in
            try Data(#require(files[path], "it reads \(path), which is not there").utf8)
        }
        .brokenLinks()
    }

    @Test func `a whole site has no broken links`() throws {
        #expect(try broken([:]) == [])
    }

    @Test func `a site without pages is no site`() throws {
        let site = Site(files: ["index.html", "index/index.json"], below: "") { _ in Data("{}".utf8) }
        #expect(try site.brokenLinks() == ["the site has no pages"])
    }

    @Test(arguments: [
        ("/documentation/b", "there is no such page"),
        ("/documentation/A", "there is no such page"),
        ("/documentation/a#none", "the page has no such heading"),
        ("#none", "the page has no such heading"),
        ("Other.md", "it is no path of a page"),
        ("/other", "it is no path of a page"),
    ])
    func `a link that leads nowhere is found`(target: String, fault: String) throws {
        let page = #"{"references": {"x": {"type": "topic", "url": "\#(target)"}}}"#
        #expect(try broken(["data/documentation.json": page]) == ["data/documentation.json: \(target): \(fault)"])
    }

    @Test func `a type of another library, which is no link, is not looked at`() throws {
        let page = #"{"references": {"x": {"type": "unresolvable", "title": "Equatable"}}}"#
        #expect(try broken(["data/documentation.json": page]) == [])
    }

    @Test func `missing images, pages and files of HTML are found`() throws {
        #expect(
            try broken(["images/a/idea.svg": nil, "documentation/a/index.html": nil]) == [
                "data/documentation/a.json: there is no documentation/a/index.html",
                "data/documentation/a.json: /images/a/idea.svg: there is no such file",
            ])
        #expect(
            try broken(["data/documentation/a.json": nil]) == [
                "data/documentation.json: /documentation/a: there is no such page",
                "index/index.json: /documentation/a: there is no such page",
            ])
    }

    @Test func `HTML for another path is found`() throws {
        #expect(
            try broken(["documentation/a/index.html": #"<script src="/favicon.ico"> <link href="/base/none.css">"#])
                == [
                    "documentation/a/index.html: /favicon.ico: it is not below /base/",
                    "documentation/a/index.html: /base/none.css: there is no such file",
                ])
    }
}
