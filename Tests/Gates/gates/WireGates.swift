import DataSources
import DataSourcesWire

/// Bytes of frames: what clients are sent for seeded edits of a board.
enum WireGates {
    static func count(into counts: inout Counts) {
        for edits in [1, 5, 50] {
            var board = WireBoardEdits()
            var bytes = [0, 0]
            var encoders = WireOperations.formats.map { FrameEncoder($0) }
            for step in 0..<100 {
                let update = board.step(edits: edits)
                for index in encoders.indices {
                    bytes[index] += checked {
                        try encoders[index].encode(WireOperations.frame(update, UInt64(40 + step))).joined().count
                    }
                }
            }
            for (format, bytes) in zip(WireOperations.formats, bytes) {
                counts.add(.encoded, "a step of \(edits) edits, \(format.name)", Double(bytes) / 100)
            }
        }
        let board = WireBoardEdits().draft.snapshot
        for format in WireOperations.formats {
            counts.add(
                .encoded, "a board of 1000 cards, \(format.name)",
                Double(checked { try format.encode(.part(WireOperations.whole(board))).count }))
            counts.add(.encoded, "a character, \(format.name)", Double(character(format)))
        }
    }

    private struct Letter: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        let t: String
    }

    /// The step of one character that is typed into a text of 10,000.
    private static func character(_ format: FrameFormat) -> Int {
        checked {
            var draft = try ListDraft((0..<10_000).map { Letter(id: $0, t: "a") })
            let before = draft.snapshot
            try draft.insert(Letter(id: 10_000, t: "b"), at: 5_000)
            guard let update = Update(from: before, to: draft.snapshot) else { return 0 }
            let changes = try ListSnapshot.wireChanges(of: update, base: 10_000, version: 10_001)
            // A client that has seen another step knows the names of the fields.
            var encoder = FrameEncoder(format)
            _ = try encoder.encode(.changes(changes))
            return try encoder.encode(.changes(changes)).last?.count ?? 0
        }
    }
}
