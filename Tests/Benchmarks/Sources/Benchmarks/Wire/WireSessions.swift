import DataSources
import DataSourcesWire
import Foundation

/// Recorded editing sessions on the wire, an item for each character, beside a JSON Patch of each step.
enum WireSessions {
    private static let title = "Recorded editing sessions on the wire (bytes a step)"
    private static let batches = [1, 20, 200]

    static let rows = TraceFolder.names

    private struct Letter: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        let t: String
    }

    private struct Operation: Encodable {
        let op, path: String
        var value: Letter?
    }

    private struct Document: Encodable {
        let v: [UInt64]
        let p: [Operation]
    }

    static func measure(into report: inout Report) throws {
        do {
            let folder = try TraceFolder()
            for name in TraceFolder.names where report.wants(name) {
                let trace = try folder.load(name)
                for batch in batches { try measure(name, trace, batch, into: &report) }
            }
        } catch let error as TraceError {
            report.note("Recorded editing sessions are left out: \(error)")
        }
    }

    private static func measure(
        _ name: String, _ trace: EditingTrace, _ batch: Int, into report: inout Report
    ) throws {
        var next = 0
        func letters(_ scalars: some Sequence<Unicode.Scalar>) -> [Letter] {
            scalars.map { scalar in
                next += 1
                return Letter(id: next, t: String(scalar))
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var draft = try ListDraft(letters(trace.startContent.unicodeScalars))
        var (json, binary, patch, version) = (0, 0, 0, UInt64(0))
        var encoders = (FrameEncoder(.json), FrameEncoder(.binary))
        let patches = trace.patches.prefix(20_000)
        for start in stride(from: 0, to: patches.count, by: batch) {
            let before = draft.snapshot
            for patch in patches[start..<min(start + batch, patches.count)] {
                try draft.replaceSubrange(
                    patch.position..<patch.position + patch.deleted, with: letters(patch.inserted))
            }
            guard let update = Update(from: before, to: draft.snapshot) else { continue }
            let frame = WireFrame.changes(
                try ListSnapshot.wireChanges(of: update, base: version, version: version + 1))
            json += try encoders.0.encode(frame).joined().count
            binary += try encoders.1.encode(frame).joined().count
            let operations = update.steps.compactMap { step -> Operation? in
                switch step {
                case .insert(let letter, let position): Operation(op: "add", path: "/\(position)", value: letter)
                case .remove(let position): Operation(op: "remove", path: "/\(position)")
                default: nil
                }
            }
            patch += try encoder.encode(Document(v: [version, version + 1], p: operations)).count
            version += 1
        }
        for (format, bytes, bar) in [
            ("JSON", json, batch == 1 ? 0.65 : 0.4), ("binary", binary, batch == 1 ? 0.2 : 0.1),
        ] {
            report.add(
                Row(
                    group: title, name: "\(name), \(batch) patches a step, \(format)", size: patches.count,
                    value: Double(bytes) / Double(version), unit: "B", against: "JSON Patch",
                    ratio: Double(bytes) / Double(patch), bar: bar))
        }
    }
}
