import DataSources
import DataSourcesViews

// The code of the article "Displaying a source" that needs no toolkit: ArticleTests compares the texts.

struct Employee: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
}

/// Shows a list as lines of text.
final class LinesDisplay: ListDisplay {
    private(set) var lines: [String] = []

    var batching: Batching<ListSnapshot<Employee>, [ListStep<Employee>]> { .steps }

    func reset(to snapshot: ListSnapshot<Employee>) {
        lines = snapshot.map(\.name)
    }

    func apply(_ steps: [ListStep<Employee>], to snapshot: ListSnapshot<Employee>, animation: AnimationHint?) {
        for step in steps {
            switch step {
            case .insert(let employee, let position): lines.insert(employee.name, at: position)
            case .remove(let position): lines.remove(at: position)
            case .move(let from, let to): lines.insert(lines.remove(at: from), at: to)
            case .update(let employee, let position): lines[position] = employee.name
            }
        }
    }
}

/// Follows a source until the task is cancelled or the source finishes.
@MainActor
func show(_ staff: ListSource<Employee>, in display: LinesDisplay) async {
    let screen = Presentation(of: staff)
    screen.attach(display)
    await screen.run()
}

/// Removes an employee in a way that displays may animate.
func fadeOut(_ employee: Employee, from staff: ListSource<Employee>) async throws {
    try await AnimationHint.fade.perform {
        _ = try await staff.remove(id: employee.id)
    }
}

/// A person has dragged a row of the display to another place.
@MainActor
func dragged(from origin: Int, to destination: Int, in screen: Presentation<ListSnapshot<Employee>>) throws {
    let proposal = try screen.displayMoved(from: origin, to: destination)
    Task { try await proposal.commit() }
}
