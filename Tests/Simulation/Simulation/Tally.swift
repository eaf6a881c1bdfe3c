import DataSources
import DataSourcesWire

/// An item that names the commands that have changed it: one that is there twice was made, or is shown, twice.
struct Tally: Identifiable, Hashable, Sendable, Codable {
    let id: Int
    var marks: [Int] = []

    /// A command that is there twice.
    var repeated: Int? {
        var seen: Set<Int> = []
        return marks.first { !seen.insert($0).inserted }
    }
}

/// Adds its number to an item.
///
/// It is not idempotent: made twice, it shows.
struct Mark: ListCommand {
    static let name = "mark"
    let number: Int
    let id: Int
    /// The replica shows it, and the server refuses it.
    let isForbidden: Bool

    func apply(to list: inout ListDraft<Tally>) throws { try list.update(id: id) { $0.marks.append(number) } }
}
