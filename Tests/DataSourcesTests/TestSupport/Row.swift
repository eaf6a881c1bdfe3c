/// The item of most tests: an id, and content that can change under it.
struct Row: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
    let id: Int
    var value: Int

    init(_ id: Int, _ value: Int = 0) {
        self.id = id
        self.value = value
    }

    var description: String { value == 0 ? "Row(\(id))" : "Row(\(id), \(value))" }
}
