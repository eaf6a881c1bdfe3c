import DataSourcesPostgreSQL
import Testing

struct RowValuesTests {
    private let values = RowValues([
        "id": "-42", "name": "Zoë", "none": nil, "price": "1.5", "paid": "t", "huge": "9223372036854775808",
        "empty": "",
    ])

    @Test func `Values are read as what they are`() throws {
        #expect(try values.integer("id") == -42)
        #expect(try values.string("name") == "Zoë")
        #expect(try values.optionalString("none") == nil)
        #expect(try values.isNull("none"))
        #expect(try values.number("price") == 1.5)
        #expect(try values.boolean("paid"))
        #expect(try values.integer("huge", as: UInt64.self) == 9_223_372_036_854_775_808)
        #expect(try values.string("empty") == "")
    }

    @Test func `What is no value of the type is refused, and the message has the column`() {
        for body: () throws -> Void in [
            { _ = try values.integer("name") }, { _ = try values.integer("huge") }, { _ = try values.integer("empty") },
            { _ = try values.integer("id", as: UInt.self) }, { _ = try values.integer("none") },
            { _ = try values.string("none") }, { _ = try values.number("name") }, { _ = try values.boolean("name") },
        ] {
            let error = #expect(throws: PostgresError.self) { try body() }
            #expect(error?.code == .badValue)
            #expect(error?.message.contains("column \"") == true)
        }
        #expect(throws: PostgresError.self) { try values.string("missing") }
    }

    @Test func `The smallest and largest numbers are read`() throws {
        let values = RowValues(["low": "-9223372036854775808", "high": "9223372036854775807", "minus": "-"])
        #expect(try values.integer("low") == Int.min)
        #expect(try values.integer("high") == Int.max)
        #expect(throws: PostgresError.self) { try values.integer("minus") }
    }

    @Test func `A position reads as PostgreSQL writes it`() {
        #expect(LogPosition("1/16B3748")?.description == "1/16B3748")
        #expect(LogPosition("0/FF")?.rawValue == 255)
        for text in ["", "/", "1", "1/2/3", "x/1", "100000000/0", "-1/0"] {
            #expect(LogPosition(text) == nil, "\(text)")
        }
    }
}
