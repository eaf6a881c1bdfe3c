/// Something a user can do with an item: a swipe, an entry of a context menu, a key.
///
/// It is a description; the toolkit's adapter draws it and calls ``Presentation/perform(_:at:)``.
///
/// ```swift
/// let delete = Action<Employee>("Delete", role: .destructive, in: [.trailingSwipe, .menu], key: "delete") { employee in
///     try await screen.remove(employee.id)
/// }
/// ```
public struct Action<Item> {
    /// How an action is drawn.
    public enum Role: Hashable, Sendable {
        /// An action like any other.
        case normal
        /// The one that a double click or the return key performs.
        case primary
        /// One that loses data: usually red, after a question.
        case destructive
    }

    /// The ways in which a user can choose an action.
    public struct Places: OptionSet, Hashable, Sendable {
        /// The places as bits.
        public let rawValue: Int

        /// Creates a set of places from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A swipe from the leading edge.
        public static var leadingSwipe: Places { Places(rawValue: 1) }
        /// A swipe from the trailing edge.
        public static var trailingSwipe: Places { Places(rawValue: 2) }
        /// The context menu.
        public static var menu: Places { Places(rawValue: 4) }
    }

    /// The text.
    public var title: String
    /// How it is drawn.
    public var role: Role
    /// Where it is offered.
    public var places: Places
    /// The key that performs it, in the toolkit's spelling; `nil` if none does.
    public var key: String?
    /// Whether it is offered for an item.
    public var applies: (Item) -> Bool
    private let handler: (Item) async throws -> Void

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The text.
    ///   - role: How it is drawn.
    ///   - places: Where it is offered; in the menu by default.
    ///   - key: The key that performs it, in the toolkit's spelling.
    ///   - applies: Whether it is offered for an item; for all by default.
    ///   - handler: Performs it.
    public init(
        _ title: String,
        role: Role = .normal,
        in places: Places = .menu,
        key: String? = nil,
        applies: @escaping (Item) -> Bool = { _ in true },
        handler: @escaping (_ item: Item) async throws -> Void
    ) {
        (self.title, self.role, self.places, self.key) = (title, role, places, key)
        self.applies = applies
        self.handler = handler
    }

    /// Performs the action, if it applies to the item.
    ///
    /// - Returns: Whether it applied.
    /// - Throws: Any error of the handler.
    @discardableResult
    public func perform(on item: Item) async throws -> Bool {
        guard applies(item) else { return false }
        try await handler(item)
        return true
    }
}
