// What the examples of the adapters show.
struct Employee: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
}

struct Department: Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""
}
