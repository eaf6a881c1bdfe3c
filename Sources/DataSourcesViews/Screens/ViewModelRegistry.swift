/// The types of view models that the items of a screen have, by their kind.
///
/// ```swift
/// var registry = ViewModelRegistry()
/// try registry.register(SwitchModel.self, for: "airplane", "wifiSwitch")
/// decoder.userInfo[.viewModels] = registry
/// let screen = try decoder.decode(StaticScreen.self, from: file)
/// ```
///
/// Encoders need it too: a view model that would not be decoded as what it is, is refused.
public struct ViewModelRegistry: Sendable {
    private var types: [RowKind: any ViewModel.Type] = [:]
    private let fallback: (any ViewModel.Type)?

    /// Creates a registry.
    ///
    /// - Parameter fallback: The type for kinds that are not registered; `nil` to refuse their items.
    public init(fallback: (any ViewModel.Type)? = BasicViewModel.self) {
        self.fallback = fallback
    }

    /// Registers the type of the view models of some kinds.
    ///
    /// - Throws: ``ScreenError`` if one of the kinds is registered already; then nothing has changed.
    public mutating func register(_ type: any ViewModel.Type, for kinds: RowKind...) throws(ScreenError) {
        var new = types
        for kind in kinds {
            if new.updateValue(type, forKey: kind) != nil { throw .duplicateKind(kind) }
        }
        types = new
    }

    /// The type of the view models of a kind; `nil` if its items are refused.
    public func type(for kind: RowKind) -> (any ViewModel.Type)? { types[kind] ?? fallback }

    static func of(_ userInfo: [CodingUserInfoKey: Any]) -> ViewModelRegistry {
        userInfo[.viewModels] as? ViewModelRegistry ?? ViewModelRegistry()
    }
}

extension CodingUserInfoKey {
    /// The ``ViewModelRegistry`` of a decoder or an encoder; without one, all view models are ``BasicViewModel``s.
    public static var viewModels: CodingUserInfoKey {
        // Every string is a key.
        CodingUserInfoKey(rawValue: "DataSourcesViews.viewModels")!
    }
}
