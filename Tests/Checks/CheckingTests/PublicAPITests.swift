import Checking
import Foundation
import Testing

struct PublicAPITests {
    static let graph = #"""
        {"symbols": [{"identifier": {"precise": "A"}}, {"identifier": {"precise": "A.f"}}, {"identifier": {"precise": "P"}}]}
        """#

    func declaration(_ name: String, _ more: String = "") -> String {
        #"{"kind": "Function", "declKind": "Func", "moduleName": "M", "usr": "\#(name)"\#(more)}"#
    }

    func dump(_ children: [String]) -> String {
        #"{"ABIRoot": {"kind": "Root", "children": [\#(children.joined(separator: ","))]}}"#
    }

    func expect(_ children: [String], are expected: [String]) throws {
        let graphs = [Data("{}".utf8), Data(Self.graph.utf8)]
        let api = try PublicAPI(of: "M", dump: Data(dump(children).utf8), graphs: graphs)
        let found = try JSONSerialization.jsonObject(with: api.filtered()) as? NSDictionary
        #expect(found == (try JSONSerialization.jsonObject(with: Data(dump(expected).utf8)) as? NSDictionary))
    }

    @Test func `declarations for the package go, with what is in them`() throws {
        try expect([declaration("A"), declaration("g")], are: [declaration("A")])
        try expect(
            [declaration("A", #", "children": [\#(declaration("A.f")), \#(declaration("A.g"))]"#)],
            are: [declaration("A", #", "children": [\#(declaration("A.f"))]"#)])
        try expect([declaration("B", #", "children": [\#(declaration("A.f"))]"#)], are: [])
    }

    @Test func `what the compiler derives, and what is of another module, stays`() throws {
        let derived = declaration("A.hashValue", #", "implicit": true"#)
        let other = declaration("other").replacing(#""M""#, with: #""Swift""#)
        let accessor = declaration("A.f.get").replacing(#""Function""#, with: #""Accessor""#)
        try expect([derived, other, accessor], are: [derived, other, accessor])
    }

    @Test func `a conformance to a protocol for the package goes, and the mention of a type stays`() throws {
        let conformances = [
            #"{"kind": "Conformance", "usr": "P"}"#, #"{"kind": "Conformance", "usr": "Q"}"#,
            #"{"kind": "Conformance", "usr": "Equatable"}"#,
        ]
        let mention = #"{"kind": "TypeNominal", "usr": "Q"}"#
        func type(_ conformances: [String]) -> String {
            declaration(
                "A", #", "children": [\#(mention)], "conformances": [\#(conformances.joined(separator: ","))]"#)
        }
        try expect(
            [type(conformances), declaration("Q")], are: [type([conformances[0], conformances[2]])])
    }

    @Test func `graphs without symbols are refused`() {
        #expect(throws: Wrong.self) { try PublicAPI(of: "M", dump: Data(dump([]).utf8), graphs: [Data("{}".utf8)]) }
    }
}
