/// Makes rows from the messages of a copy in binary form, all of whose columns are texts.
enum CopyDecoder {
    /// The first eleven bytes of a copy.
    static let signature = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

    /// The rows in some messages of a copy.
    ///
    /// - Parameters:
    ///   - bytes: Whole messages; the first of a copy begins with its header.
    ///   - isFirst: Whether these are the first ones.
    ///   - type: The type of the rows.
    /// - Returns: The rows.
    /// - Throws: ``PostgresError``; any error of the row type.
    static func rows<Row: PostgresRow>(_ bytes: [UInt8], isFirst: Bool, as type: Row.Type) throws -> [Row] {
        var reader = ByteReader(bytes)
        if isFirst {
            guard Array(bytes[try reader.skip(signature.count)]) == signature else {
                throw PostgresError(.badMessage, "a copy of the server has no header; report it, with its version")
            }
            // Flags, and the length of what comes next.
            _ = try reader.skip(4)
            _ = try reader.skip(Int(try reader.integer(Int32.self)))
        }
        var rows: [Row] = []
        var values = RowValues(columns: Row.columns, bytes: bytes, values: [])
        while !reader.isAtEnd {
            let count = try reader.integer(Int16.self)
            // The end of the copy.
            if count == -1 { break }
            guard Int(count) == Row.columns.count else {
                throw PostgresError(.badMessage, "a row of a copy has \(count) columns, not \(Row.columns.count)")
            }
            values.values.removeAll(keepingCapacity: true)
            for _ in 0..<count {
                let length = try reader.integer(Int32.self)
                values.values.append(length == -1 ? .null : .text(try reader.skip(Int(length))))
            }
            rows.append(try Row(values, shown: nil))
        }
        return rows
    }
}
