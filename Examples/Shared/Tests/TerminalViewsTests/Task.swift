import DataSources

@testable import TerminalViews

/// An item of the tests.
struct Task: Identifiable, Equatable, Sendable {
    let id: Int
    var group: Int
    var note: String

    static func list(_ count: Int, using random: inout Seeded) -> [Task] {
        (0..<count).map { Task(id: $0, group: .random(in: 0...5, using: &random), note: note(using: &random)) }
    }

    static func note(using random: inout Seeded) -> String {
        ["", "busy", "日本語", "a very long note that does not fit", "50%"].randomElement(using: &random) ?? ""
    }
}

/// A header of the tests.
struct Group: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
}

extension ListDraft<Task> {
    /// Makes a few edits of any kind.
    ///
    /// - Returns: The random numbers that are left.
    mutating func editedAtRandom(using numbers: Seeded) throws -> Seeded {
        var random = numbers
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let new = Task(
                id: .random(in: 1000...1_000_000, using: &random), group: .random(in: 0...5, using: &random),
                note: "new")
            guard let id = self[Int.random(in: 0..<max(1, count), using: &random)]?.id else {
                try append(new)
                continue
            }
            switch Int.random(in: 0...9, using: &random) {
            case 0: upsert(new)
            case 1, 2: try remove(id: id)
            case 3...5: try move(id: id, to: Int.random(in: 0..<count, using: &random))
            case 6: try update(id: id) { $0.group = new.group }
            case 7 where Int.random(in: 0...9, using: &random) == 0: removeAll { _ in true }
            default:
                let note = Task.note(using: &random)
                try update(id: id) { $0.note = note }
            }
        }
        return random
    }
}

extension RowCommand {
    static func random(using random: inout Seeded) -> RowCommand {
        [
            .move(1), .move(-1), .move(7), .movePages(1), .movePages(-1), .moveToStart, .moveToEnd, .scroll(3),
            .scroll(-5), .select(.random(in: -1...13, using: &random)), .deselect,
        ]
        .randomElement(using: &random) ?? .deselect
    }
}
