struct Card: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var column: String
}

struct Column: Identifiable, Equatable, Sendable {
    let id: String
    var limit = 0
}
