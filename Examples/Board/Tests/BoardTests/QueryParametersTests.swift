import Testing

@testable import Board

@Suite struct QueryParametersTests {
    @Test(
        arguments: [
            ("q=a+b%2Bc&limit=3", "a b+c"), ("q=%zz", "%zz"), ("q=", nil), ("q", nil), ("", nil), (nil, nil),
            ("q=a=b", "a=b"), ("q=1&q=2", "2"), ("%71=x", "x"), ("q=%C3%A4", "ä"),
        ] as [(String?, String?)])
    func `Values are those of forms`(_ query: String?, _ value: String?) {
        #expect(QueryParameters(query)["q"] == value)
    }
}
