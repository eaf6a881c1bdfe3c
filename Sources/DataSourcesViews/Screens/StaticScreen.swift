/// A screen that a file describes: a title and sections of items, each of which may lead to another screen.
///
/// ```json
/// { "title": "Settings",
///   "sections": [
///     { "header": "Network",
///       "items": [
///         { "identifier": "wifi", "viewModel": { "title": "Wi-Fi", "detail": "Off" },
///           "child": { "title": "Wi-Fi", "sections": [] } } ] } ] }
/// ```
///
/// `sections`, `items`, `identifier` and `viewModel` are required, and all else may be missing. A `child` is a screen, or
/// the name of another file. Keys that are not known are kept, so a file that is decoded and encoded again loses nothing;
/// what could not be decoded again is not encoded. A decoding error names the path of what is wrong.
///
/// ``OpenScreen`` shows it.
public struct StaticScreen: Equatable, Sendable {
    /// The title.
    public var title: String?
    /// The sections.
    public var sections: [Section]
    /// What else the file has; it is written back.
    public var unknownKeys: [String: OpaqueValue] = [:]

    /// Creates a screen.
    public init(title: String? = nil, sections: [Section] = []) {
        (self.title, self.sections) = (title, sections)
    }
}

extension StaticScreen {
    /// A section of a screen.
    public struct Section: Equatable, Sendable {
        /// The identity; `nil` for the position.
        public var id: String?
        /// What stands above the items.
        public var header: String?
        /// What stands below the items.
        public var footer: String?
        /// The items.
        public var items: [Item]
        /// What else the file has; it is written back.
        public var unknownKeys: [String: OpaqueValue] = [:]

        /// Creates a section.
        public init(id: String? = nil, header: String? = nil, footer: String? = nil, items: [Item] = []) {
            (self.id, self.header, self.footer, self.items) = (id, header, footer, items)
        }
    }

    /// An item of a screen.
    public struct Item: Equatable, Sendable {
        /// The identity, unique on the screen; `nil` for the position.
        public var id: String?
        /// The kind of the row; many items may have the same.
        public var kind: RowKind
        /// What the row shows.
        public var viewModel: any ViewModel
        /// Where the row leads; `nil` for nowhere.
        public var child: Child?
        /// What else the file has; it is written back.
        public var unknownKeys: [String: OpaqueValue] = [:]

        /// Creates an item.
        public init(_ kind: RowKind, id: String? = nil, viewModel: any ViewModel, child: Child? = nil) {
            (self.kind, self.id, self.viewModel, self.child) = (kind, id, viewModel, child)
        }

        /// The view model, of the type that its kind is known to have.
        ///
        /// - Throws: ``ScreenError`` if it has another type.
        public func model<Model: ViewModel>(as type: Model.Type) throws(ScreenError) -> Model {
            if let model = viewModel as? Model { return model }
            throw .wrongViewModel(
                kind: kind, expected: "\(Model.self)", found: "\(Swift.type(of: viewModel as Any))")
        }

        /// Whether both are equal, with equal view models of one type.
        public static func == (left: Item, right: Item) -> Bool {
            left.id == right.id && left.kind == right.kind && left.child == right.child
                && left.unknownKeys == right.unknownKeys && left.viewModel.isEqual(to: right.viewModel)
        }
    }

    /// Where an item leads.
    public enum Child: Equatable, Sendable {
        /// To a screen in the same file.
        case screen(StaticScreen)
        /// To a screen in another file, which is loaded when it is opened.
        case named(String)
    }

    /// The kinds of all items, each once, in their order; for `RowFactory.missingKinds(in:)`.
    ///
    /// - Parameter children: Whether to add those of the screens that the items lead to, as far as they are in the file.
    /// - Returns: The kinds.
    public func kinds(withChildren children: Bool = false) -> [RowKind] {
        var (kinds, known) = ([RowKind](), Set<RowKind>())
        func add(_ screen: StaticScreen) {
            for item in screen.sections.lazy.flatMap(\.items) {
                if known.insert(item.kind).inserted { kinds.append(item.kind) }
                if children, case .screen(let child)? = item.child { add(child) }
            }
        }
        add(self)
        return kinds
    }
}
