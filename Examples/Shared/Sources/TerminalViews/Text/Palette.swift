/// How styles are written.
public enum Palette: Sendable {
    /// With colours and attributes.
    case color
    /// With attributes only, as `NO_COLOR` asks for: a background becomes swapped colours.
    case monochrome
    /// Not at all: for pipes and files.
    case none

    /// The escape sequence that changes one style to another; nothing if they look the same.
    func sequence(from old: Style = .plain, to new: Style) -> String {
        let (before, after) = (codes(of: old), codes(of: new))
        if before == after { return "" }
        if after.isEmpty { return "\u{1B}[m" }
        // Attributes can only be added, colours also be replaced.
        let isAdded = Set(before.filter { $0.isAttribute }).isSubset(of: after) && keepsColors(old, new)
        let codes = isAdded ? after.filter { !before.contains($0) } : [0] + after
        return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m"
    }

    private func keepsColors(_ old: Style, _ new: Style) -> Bool {
        self != .color
            || ((old.foreground == nil || new.foreground != nil) && (old.background == nil || new.background != nil))
    }

    private func codes(of style: Style) -> [Int] {
        var codes = style.isBold ? [1] : []
        if style.isDim { codes.append(2) }
        switch self {
        case .none: return []
        case .color:
            if style.isReversed { codes.append(7) }
            if let color = style.foreground { codes.append(color.rawValue) }
            if let color = style.background { codes.append(color.rawValue + 10) }
        case .monochrome:
            if style.isReversed || style.background != nil { codes.append(7) }
        }
        return codes
    }
}

extension Int {
    /// Whether this code of SGR is one of bold, dim and reversed, and not a colour.
    fileprivate var isAttribute: Bool { self < 30 }
}
