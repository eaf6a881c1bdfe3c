/// One piece of work.
struct Ticket: Identifiable, Equatable, Sendable {
    enum State: Int, CaseIterable, Sendable {
        case todo, doing, done

        var title: String {
            switch self {
            case .todo: "To do"
            case .doing: "In progress"
            case .done: "Done"
            }
        }
    }

    enum Priority: Int, CaseIterable, Sendable {
        case urgent, high, normal, low

        var title: String {
            switch self {
            case .urgent: "Urgent"
            case .high: "High"
            case .normal: "Normal"
            case .low: "Low"
            }
        }
    }

    let id: Int
    var title: String
    var state = State.todo
    var priority = Priority.normal
    /// The initials of the person who works on it.
    var assignee = "ME"

    /// Whether a text in the filter entry finds the ticket.
    func matches(_ text: String) -> Bool {
        if text.isEmpty { return true }
        let words = text.lowercased().split(separator: " ")
        let content = "\(title) \(priority.title) \(assignee) #\(id)".lowercased()
        return words.allSatisfy { content.contains($0) }
    }
}

/// A column of the board: the tickets of one state.
struct Column: Identifiable, Equatable, Sendable {
    let id: Ticket.State

    static let all = Ticket.State.allCases.map { Column(id: $0) }
}
