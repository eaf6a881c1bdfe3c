import DataSources

/// What headers and items have to be here.
protocol Entry: Identifiable, Equatable, Sendable, Codable where ID: Identity {
    init(_ id: ID, _ value: Int)

    var value: Int { get set }

    /// The same element under another id, as no update may leave it.
    func renamed(_ id: ID) -> Self
}

extension Entry {
    func renamed(_ id: ID) -> Self { Self(id, value) }
}

/// An item: an id, and content that can change under it.
struct Row<ID: Identity>: Entry, CustomStringConvertible {
    let id: ID
    var value: Int

    init(_ id: ID, _ value: Int = 0) {
        self.id = id
        self.value = value
    }

    var description: String { value == 0 ? "Row(\(id))" : "Row(\(id), \(value))" }
}

/// A section's header: an id, and content that can change under it.
struct Heading<ID: Identity>: Entry, CustomStringConvertible {
    let id: ID
    var title: Int

    init(_ id: ID, _ title: Int = 0) {
        self.id = id
        self.title = title
    }

    var value: Int {
        get { title }
        set { title = newValue }
    }

    var description: String { title == 0 ? "Heading(\(id))" : "Heading(\(id), \(title))" }
}
