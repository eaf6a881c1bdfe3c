import DataSources
import TestKit

/// A draft of rows that is edited at random; ``story`` says how it came to its state.
struct RowListHistory: ~Copyable {
    private var random: Random
    private var draft = ListDraft<Row>()
    private let seed: UInt64
    private var fresh = 0
    private var states: [[Row]] = []

    init(seed: UInt64) {
        self.seed = seed
        random = Random(seed: seed)
    }

    var snapshot: ListSnapshot<Row> { draft.snapshot }

    /// The seed and the states so far, to be pasted into a test.
    var description: String {
        let story = states.map { rows in "\n→ " + rows.map { "\($0.id):\($0.value)" }.joined(separator: " ") }
        return "seed \(seed): \(story.joined())"
    }

    private mutating func freshRow() -> Row {
        fresh += 1
        return Row(fresh, random.below(6))
    }

    /// Makes one to four edits at random.
    mutating func edit() throws {
        for _ in 0...random.below(4) {
            let count = draft.count
            let place = random.below(count)
            switch random.below(12) {
            case 0, 1, 2: try draft.insert(freshRow(), at: random.below(count + 1))
            case 3:
                let rows = [freshRow(), freshRow(), freshRow()]
                try draft.insert(contentsOf: rows, at: random.below(count + 1))
            case 4 where count > 3, 5 where count > 3: try draft.remove(at: place)
            case 6 where count > 8: try draft.removeSubrange(place..<min(count, place + 3))
            case 7 where count > 0, 8 where count > 0:
                let value = random.below(6)
                try draft.update(at: place) { $0.value = value }
            case 9 where count > 0: try draft.move(from: place, to: random.below(count))
            case 10 where count > 0 && random.below(3) == 0:
                try draft.replaceAll(with: draft.snapshot.shuffled(using: &random))
            case 11 where random.below(6) == 0: draft.removeAll()
            default: draft.upsert(freshRow())
            }
        }
        states.append(Array(draft.snapshot))
    }
}
