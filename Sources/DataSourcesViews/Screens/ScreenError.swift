/// What is wrong with a screen or its registry.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind is registered twice.
    case duplicateKind(RowKind)
    /// A view model is not of the type that was asked for.
    case wrongViewModel(kind: RowKind, expected: String, found: String)
    /// A child screen is in another file, and nothing was given to load it.
    case noLoader(String)
    /// The item is not on the screen, or not any more.
    case removed

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .duplicateKind(let kind): "the kind \(kind) is registered already; a kind has one type of view model"
        case .wrongViewModel(let kind, let expected, let found):
            "an item of the kind \(kind) has a view model of the type \(found), not \(expected)"
        case .noLoader(let name): "the child screen \(name) is in another file: open the screen with `loading:`"
        case .removed: "the item is not on the screen, or not any more"
        }
    }
}
