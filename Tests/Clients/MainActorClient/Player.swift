/// Items are compared and hashed off the main actor, so their conformances must not be isolated to it.
nonisolated struct Player: Identifiable, Equatable, Sendable {
    let id: String
    var score: Int
}

// An extension is on the main actor again, unless it says otherwise.
nonisolated extension Player {
    var level: Int { score / 5 }
}
