import Testing

@testable import BoardKit

@Suite struct QueryParametersTests {
    @Test(
        arguments: [
            ("q=a+b%2Bc&limit=3", "a b+c"), ("q=%zz", "%zz"), ("q=", nil), ("q", nil), ("", nil), (nil, nil),
            ("q=a=b", "a=b"), ("q=1&q=2", "2"), ("%71=x", "x"), ("q=%C3%A4", "ä"),
        ] as [(String?, String?)])
    func `Values are those of forms`(_ query: String?, _ value: String?) throws {
        #expect(try QueryParameters(query)["q"] == value)
    }

    @Test(arguments: ["q=a%00b", "%00=a", "q=\(String(repeating: "a", count: 5_000))"])
    func `U+0000 and endless queries are refused, whatever the parameter`(_ query: String) {
        #expect(throws: Refusal.self) { try QueryParameters(query) }
    }
}
