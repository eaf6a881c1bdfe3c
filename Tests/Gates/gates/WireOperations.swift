import DataSources
import DataSourcesWire

/// Steps of a board on the wire: written on the source's side, read and made on the replica's.
enum WireOperations {
    static let formats = [FrameFormat.json, .binary]

    static func run(_ report: Operations.Report) {
        for edits in [1, 50] {
            var board = WireBoardEdits()
            let start = board.draft.snapshot
            let updates = (0..<50).map { _ in board.step(edits: edits) }
            for format in formats {
                var (writing, reading) = (Meter(), Meter())
                let storage = WireBoardEdits.Board.Storage()
                checked {
                    try storage.add(whole(start))
                    try storage.finishParts()
                }
                var frames: [[UInt8]] = []
                for (number, update) in updates.enumerated() {
                    writing.measure { checked { frames.append(try format.encode(frame(update, UInt64(number)))) } }
                }
                report("a step of \(edits) edits: written as \(format.name)", writing)
                for bytes in frames {
                    reading.measure {
                        checked {
                            guard case .changes(let changes) = try format.decode(bytes) else { return }
                            try storage.apply(changes)
                        }
                    }
                }
                precondition(storage.snapshot == board.draft.snapshot, "the steps lead to the source's state")
                report("a step of \(edits) edits: read as \(format.name) and made", reading)
            }
        }
    }

    static func frame(_ update: Update<WireBoardEdits.Board>, _ base: UInt64) throws -> WireFrame {
        .changes(try WireBoardEdits.Board.wireChanges(of: update, base: base, version: base + 1))
    }

    /// A whole board in one part.
    static func whole(_ board: WireBoardEdits.Board) throws -> WirePart {
        var cursor = WireCursor()
        let groups = try board.wireGroups(from: &cursor, limit: .max)
        precondition(cursor.offset == board.itemCount, "the board fits into one part")
        return WirePart(
            kind: .sections, version: 1, offset: 0, itemCount: board.itemCount, sectionCount: board.count,
            groups: groups, isLast: true)
    }
}
