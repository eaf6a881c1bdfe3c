import DataSources
import DataSourcesViews

struct Chore: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var isDone = false

    var line: String { "\(isDone ? "✓" : " ") \(title)" }
}

/// Keeps a line of text for each chore, and prints all of them when they have changed.
@MainActor
final class TextScreen: @MainActor ListDisplay {
    private var lines: [String] = []

    var batching: Batching<ListSnapshot<Chore>, [ListStep<Chore>]> { .steps }

    func reset(to chores: ListSnapshot<Chore>) {
        lines = chores.map(\.line)
        draw()
    }

    func apply(_ steps: [ListStep<Chore>], to chores: ListSnapshot<Chore>, animation: AnimationHint?) {
        for step in steps {
            switch step {
            case .insert(let chore, let position): lines.insert(chore.line, at: position)
            case .remove(let position): lines.remove(at: position)
            case .move(let from, let to): lines.insert(lines.remove(at: from), at: to)
            case .update(let chore, let position): lines[position] = chore.line
            }
        }
        draw()
    }

    private func draw() {
        print("┌────────────────────┐")
        for line in lines { print("│\(line.padded(to: 20))│") }
        print("└────────────────────┘")
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

let chores = try ListSource([
    Chore(id: 1, title: "Water the plants"), Chore(id: 2, title: "Buy milk"), Chore(id: 3, title: "Sweep the floor"),
])

let screen = Presentation(of: chores)
let display = TextScreen()
screen.attach(display)

try await chores.update(id: 2) { $0.isDone = true }
try await chores.move(id: 3, to: 0)
try await chores.append(Chore(id: 4, title: "Read a book"))
await chores.finish()

await screen.run()
