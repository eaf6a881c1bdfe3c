import Foundation

/// The counts that were written down, by kind and name.
struct Thresholds {
    private var values: [String: [String: Double]]

    init(contentsOf path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            values = [:]
            return
        }
        values = try JSONDecoder().decode(
            [String: [String: Double]].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    subscript(_ count: Count) -> Double? { values[count.kind.rawValue]?[count.name] }

    /// Names of this kind.
    func names(_ kind: Count.Kind) -> [String] { values[kind.rawValue].map { $0.keys.sorted() } ?? [] }

    /// Takes over what was counted; of the kinds that were counted as a `whole`, what is no longer counted goes.
    mutating func update(with counts: [Count], whole: [Count.Kind]) {
        for kind in whole { values[kind.rawValue] = nil }
        for count in counts {
            values[count.kind.rawValue, default: [:]][count.name] = (count.value * 100).rounded() / 100
        }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(values) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
    }
}
