import Foundation

/// What is written to a JSON file.
private struct Record: Encodable {
    let date: Date
    let system: String
    let processors: Int
    let isDebugBuild: Bool
    let rows: [Row]
}

extension Report {
    /// Writes the rows, and what they were measured on, as JSON.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let process = ProcessInfo.processInfo
        let record = Record(
            date: Date(), system: process.operatingSystemVersionString, processors: process.processorCount,
            isDebugBuild: isDebugBuild, rows: rows)
        try encoder.encode(record).write(to: URL(fileURLWithPath: path))
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
