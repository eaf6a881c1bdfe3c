import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// What recorded editing sessions take on the wire, an item for each character, next to a JSON Patch of each change.
struct SessionSizeTests {
    private struct Letter: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        let t: String
    }

    /// The operations of a change, in an envelope with the versions before and after: one for each character.
    private static func patch(_ update: Update<ListSnapshot<Letter>>, _ version: Int) throws -> Int {
        var operations: [WireValue] = []
        for step in update.steps {
            switch step {
            case .insert(let letter, let position):
                let value: WireObject = ["id": WireValue(letter.id), "t": .string(letter.t)]
                operations.append(
                    .object(["op": .string("add"), "path": .string("/\(position)"), "value": .object(value)]))
            case .remove(let position):
                operations.append(.object(["op": .string("remove"), "path": .string("/\(position)")]))
            default: Issue.record("a character has moved or changed")
            }
        }
        let envelope: WireObject = [
            "v": .array([WireValue(version), WireValue(version + 1)]), "p": .array(operations),
        ]
        return try FrameFormat.json.text(of: .object(envelope)).count
    }

    @Test(
        .enabled(
            if: RecordedSession.areReplayable("sveltecomponent", "automerge-paper"), "no sessions at hand, or too slow"),
        arguments: ["sveltecomponent", "automerge-paper"], [1, 20, 200])
    func `a recorded session is shorter than JSON Patches`(name: String, batch: Int) throws {
        let session = try RecordedSession.load(name)
        var next = 0
        func letters(_ text: String) -> [Letter] {
            text.unicodeScalars.map { scalar in
                next += 1
                return Letter(id: next, t: String(scalar))
            }
        }
        var draft = try ListDraft(letters(session.startContent))
        var (json, binary, patch, version) = (0, 0, 0, 0)
        var encoders = (FrameEncoder(.json), FrameEncoder(.binary))
        let transactions = session.txns.prefix(4_000)
        for start in stride(from: 0, to: transactions.count, by: batch) {
            let before = draft.snapshot
            for transaction in transactions[start..<min(start + batch, transactions.count)] {
                for patch in transaction.patches {
                    try draft.replaceSubrange(
                        patch.position..<patch.position + patch.deleted, with: letters(patch.inserted))
                }
            }
            guard let update = Update(from: before, to: draft.snapshot) else { continue }
            let changes = try ListSnapshot.wireChanges(
                of: update, base: UInt64(version), version: UInt64(version + 1))
            json += try encoders.0.encode(.changes(changes)).joined().count
            binary += try encoders.1.encode(.changes(changes)).joined().count
            patch += try Self.patch(update, version)
            version += 1
        }
        let ratios = (json: Double(json) / Double(patch), binary: Double(binary) / Double(patch))
        let bars = batch == 1 ? (json: 0.65, binary: 0.2) : (json: 0.4, binary: 0.1)
        #expect(ratios.json <= bars.json, "\(ratios)")
        #expect(ratios.binary <= bars.binary, "\(ratios)")
    }
}
