/// A key of a screen's file.
struct ScreenKey: CodingKey, Hashable, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }

    init(stringLiteral value: String) {
        stringValue = value
    }

    static let title: ScreenKey = "title"
    static let detail: ScreenKey = "detail"
    static let image: ScreenKey = "image"
    static let sections: ScreenKey = "sections"
    static let id: ScreenKey = "id"
    static let header: ScreenKey = "header"
    static let footer: ScreenKey = "footer"
    static let items: ScreenKey = "items"
    static let identifier: ScreenKey = "identifier"
    static let viewModel: ScreenKey = "viewModel"
    static let child: ScreenKey = "child"
}

extension KeyedDecodingContainer where Key == ScreenKey {
    /// The values of all keys that are not known.
    func decodeOthers(than known: Set<ScreenKey>) throws -> [String: OpaqueValue] {
        var others: [String: OpaqueValue] = [:]
        for key in allKeys where !known.contains(key) {
            others[key.stringValue] = try decode(OpaqueValue.self, forKey: key)
        }
        return others
    }
}

extension KeyedEncodingContainer where Key == ScreenKey {
    mutating func encode(others: [String: OpaqueValue]) throws {
        for (key, value) in others { try encode(value, forKey: ScreenKey(stringValue: key)) }
    }
}

extension DecodingError {
    /// The error with the path in its text, such as `sections[1].items[0].viewModel`.
    var namingThePath: DecodingError {
        func named(_ context: Context, _ last: (any CodingKey)? = nil) -> Context {
            var path = ""
            for key in context.codingPath + [last].compactMap({ $0 }) {
                if let index = key.intValue {
                    path += "[\(index)]"
                } else {
                    path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
                }
            }
            let start = "at \(path.isEmpty ? "the top" : path): "
            // Screens within screens name it too.
            let text = context.debugDescription
            return Context(
                codingPath: context.codingPath, debugDescription: text.hasPrefix("at ") ? text : start + text,
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, named(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, named(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, named(context, key))
        case .dataCorrupted(let context): .dataCorrupted(named(context))
        @unknown default: self
        }
    }
}
