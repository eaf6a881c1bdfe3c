import DataSources
import TestKit

extension ListDraft where Item == Row {
    /// Inserts a row with this id, or removes, moves or updates one of those that are there.
    mutating func editAtRandom(_ id: Int, _ random: inout Random) throws {
        let place = random.below(count)
        switch random.below(4) {
        case 0: try insert(Row(id), at: random.below(count + 1))
        case 1 where count > 2: try remove(at: place)
        case 2 where count > 0: try move(from: place, to: random.below(count))
        default: if count > 0 { try update(at: place) { $0.value += 1 } }
        }
    }
}
