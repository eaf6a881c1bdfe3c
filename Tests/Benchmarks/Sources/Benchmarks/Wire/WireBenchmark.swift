import DataSources
import DataSourcesWire
import Foundation

/// Steps of a board as frames, beside a JSON Patch of each and the whole board: bytes, and time to write and to read.
enum WireBenchmark {
    private static let sizeTitle = "Steps of a board of 1,000 cards (bytes a step)"
    private static let timeTitle = "Steps of a board of 1,000 cards (CPU time a step, least)"
    private static let edits = [1, 5, 50]

    static let rows = edits.map { "\($0) edits" } + WireSessions.rows

    static func measure(into report: inout Report, quick: Bool) throws {
        for count in edits where report.wants("\(count) edits") {
            var steps = try WireSteps()
            let updates = try (0..<150).map { _ in try steps.update(edits: count) }
            try sizes(count, updates, into: &report)
            try times(count, updates[0], into: &report, quick: quick)
        }
        try WireSessions.measure(into: &report)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }

    private static func frame(_ update: Update<WireBoard>, _ base: UInt64) throws -> WireFrame {
        .changes(try WireBoard.wireChanges(of: update, base: base, version: base + 1))
    }

    // MARK: Sizes

    private static func sizes(_ edits: Int, _ updates: [Update<WireBoard>], into report: inout Report) throws {
        var (json, binary, patch, whole) = (0, 0, 0, 0)
        var encoders = (FrameEncoder(.json), FrameEncoder(.binary))
        for (number, update) in updates.enumerated() {
            let base = UInt64(40 + number)
            json += try encoders.0.encode(frame(update, base)).joined().count
            binary += try encoders.1.encode(frame(update, base)).joined().count
            patch += try encoder.encode(WirePatchDocument(of: update, base: base, version: base + 1)).count
            whole += try encoder.encode(document(update.after)).count
        }
        for (name, bytes, bar) in [
            ("JSON", json, edits == 1 ? 0.8 : 0.75), ("binary", binary, 0.6), ("  JSON Patch", patch, nil),
            ("  the whole board", whole, nil),
        ] {
            let isOurs = !name.hasPrefix(" ")
            report.add(
                Row(
                    group: sizeTitle, name: isOurs ? "\(edits) edits, \(name)" : name, size: 1_000,
                    value: Double(bytes) / Double(updates.count), unit: "B", against: "JSON Patch",
                    ratio: Double(bytes) / Double(patch), bar: bar))
        }
    }

    private static func document(_ board: WireBoard) -> [[WireCard]] {
        (0..<board.count).map { section in board[section: section].map { Array($0.items) } ?? [] }
    }

    // MARK: Times

    private static func times(
        _ edits: Int, _ update: Update<WireBoard>, into report: inout Report, quick: Bool
    ) throws {
        let encoder = encoder
        let written = Contest(quick: quick).run([
            Contestant("JSON") { consume(try? FrameFormat.json.encode(frame(update, 1))) },
            Contestant("binary") { consume(try? FrameFormat.binary.encode(frame(update, 1))) },
            Contestant("JSON Patch") {
                consume(try? encoder.encode(WirePatchDocument(of: update, base: 1, version: 2)))
            },
            Contestant("the whole board") { consume(try? encoder.encode(document(update.after))) },
        ])
        show("write", edits, written, into: &report)

        let patch = try encoder.encode(WirePatchDocument(of: update, base: 1, version: 2))
        let whole = try encoder.encode(document(update.after))
        let decoder = JSONDecoder()
        var contestants: [Contestant] = []
        for format in [FrameFormat.json, .binary] {
            let replica = try Receiver(update, format)
            contestants.append(Contestant(format.name == "json" ? "JSON" : "binary") { replica.thereAndBack() })
        }
        let patched = PatchReceiver(
            document(update.before), there: patch,
            back: try encoder.encode(WirePatchDocument(of: update.inverted, base: 2, version: 3)))
        patched.thereAndBack()
        precondition(patched.columns == document(update.before), "there and back is nothing")
        contestants.append(Contestant(Self.applied) { patched.thereAndBack() })
        // There and back: two steps.
        contestants.append(
            Contestant("JSON Patch") {
                for _ in 0..<2 { consume(try? decoder.decode(WirePatchDocument.self, from: patch)) }
            })
        contestants.append(
            Contestant("the whole board") {
                for _ in 0..<2 { consume(try? decoder.decode([[WireCard]].self, from: whole)) }
            })
        let read = Contest(quick: quick).run(contestants).mapValues { $0.divided(by: 2) }
        show("read", edits, read, into: &report)
    }

    private static func show(_ verb: String, _ edits: Int, _ samples: [String: Sample], into report: inout Report) {
        // What is read is compared with what does the same: it is read and applied.
        let reference = samples[Self.applied] == nil ? "JSON Patch" : Self.applied
        guard let patch = samples[reference] else { return }
        for name in ["JSON", "binary", "JSON Patch", Self.applied, "the whole board"] {
            guard let sample = samples[name] else { continue }
            let isOurs = name == "JSON" || name == "binary"
            let verb = verb == "read" && isOurs ? "read and apply" : verb
            report.add(
                Row(
                    group: timeTitle, name: (isOurs ? "" : "  ") + "\(edits) edits, \(verb), \(name)", size: 1_000,
                    sample: sample, in: .microseconds, against: (reference, patch)))
        }
    }

    private static let applied = "JSON Patch, and apply to arrays by hand"

    /// Arrays of cards that make a step by a JSON Patch, and take it back.
    private final class PatchReceiver {
        private(set) var columns: [[WireCard]]
        private let there, back: Data
        private let decoder = JSONDecoder()

        init(_ columns: [[WireCard]], there: Data, back: Data) {
            (self.columns, self.there, self.back) = (columns, there, back)
        }

        func thereAndBack() {
            for data in [there, back] {
                do {
                    try decoder.decode(WirePatchDocument.self, from: data).apply(to: &columns)
                } catch {
                    preconditionFailure("the document can be read: \(error)")
                }
            }
        }
    }

    /// A replica's state that makes a step, and takes it back.
    private final class Receiver {
        private let storage = WireBoard.Storage()
        private let there, back: [UInt8]
        private let format: FrameFormat

        init(_ update: Update<WireBoard>, _ format: FrameFormat) throws {
            self.format = format
            there = try format.encode(WireBenchmark.frame(update, 1))
            back = try format.encode(WireBenchmark.frame(update.inverted, 2))
            var cursor = WireCursor()
            let groups = try update.before.wireGroups(from: &cursor, limit: .max)
            try storage.add(
                WirePart(
                    kind: .sections, version: 1, offset: 0, itemCount: update.before.itemCount,
                    sectionCount: update.before.count, groups: groups, isLast: true))
            try storage.finishParts()
            precondition(storage.snapshot == update.before, "the whole board fits into one part")
            thereAndBack()
            precondition(storage.snapshot == update.before, "there and back is nothing")
        }

        func thereAndBack() {
            for bytes in [there, back] {
                do {
                    guard case .changes(let changes) = try format.decode(bytes) else { return }
                    try storage.apply(changes)
                } catch {
                    preconditionFailure("the step fits: \(error)")
                }
            }
        }
    }
}
