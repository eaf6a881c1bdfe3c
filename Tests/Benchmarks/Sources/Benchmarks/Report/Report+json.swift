import Foundation

/// What is written to a JSON file.
private struct Record: Codable {
    let date: Date
    let system: String
    let processors: Int
    let isDebugBuild: Bool
    let rows: [Row]
}

extension Report {
    /// Writes the rows, and what they were measured on, as JSON.
    func write(to path: String) throws {
        let encoder = JSONEncoder.ofFigures
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let process = ProcessInfo.processInfo
        let record = Record(
            date: Date(), system: process.operatingSystemVersionString, processors: process.processorCount,
            isDebugBuild: isDebugBuild, rows: rows)
        try encoder.encode(record).write(to: URL(fileURLWithPath: path))
    }
}

extension Report {
    /// Writes the rows for the process that this one works for.
    func writeRows(to path: String) throws {
        try JSONEncoder.ofFigures.encode(rows).write(to: URL(fileURLWithPath: path))
    }

    /// Adds the rows that another process has written, and printed.
    mutating func add(rowsIn path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        add(try JSONDecoder.ofFigures.decode([Row].self, from: data))
    }
}

extension Report {
    /// The rows that a run has written with `write(to:)`.
    static func rows(in path: String) throws -> [Row] {
        let decoder = JSONDecoder.ofFigures
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Record.self, from: Data(contentsOf: URL(fileURLWithPath: path))).rows
    }
}

extension JSONEncoder {
    /// Writes figures that are none as words.
    fileprivate static var ofFigures: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }
}

extension JSONDecoder {
    fileprivate static var ofFigures: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}

/// Whether this program was built without optimisation.
var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
}
