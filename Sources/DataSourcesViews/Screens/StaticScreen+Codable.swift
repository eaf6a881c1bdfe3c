extension StaticScreen: Codable {
    /// Decodes a screen, with the ``ViewModelRegistry`` of the decoder.
    ///
    /// - Throws: `DecodingError` that names the path, if a required key is missing, a value is of the wrong type, a kind
    ///   is not registered, or an id occurs twice.
    public init(from decoder: any Decoder) throws {
        do {
            let container = try decoder.container(keyedBy: ScreenKey.self)
            title = try container.decodeIfPresent(String.self, forKey: .title)
            sections = try container.decode([Section].self, forKey: .sections)
            unknownKeys = try container.decodeOthers(than: [.title, .sections])
            try checkIDs(decoder.codingPath)
        } catch let error as DecodingError {
            throw error.namingThePath
        }
    }

    /// Encodes the screen, with the ``ViewModelRegistry`` of the encoder.
    ///
    /// - Throws: `EncodingError` if a view model would be decoded as another type; what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScreenKey.self)
        try container.encode(others: unknownKeys)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(sections, forKey: .sections)
    }

    private func checkIDs(_ path: [any CodingKey]) throws {
        var (sectionIDs, itemIDs) = (Set<String>(), Set<String>())
        func check(_ id: String?, _ known: inout Set<String>, _ path: [any CodingKey]) throws {
            guard let id, !known.insert(id).inserted else { return }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: path + [ScreenKey.id], debugDescription: "the id \(id) occurs twice on the screen"))
        }
        for (number, section) in sections.enumerated() {
            let path = path + [ScreenKey.sections, Offset(number)]
            try check(section.id, &sectionIDs, path)
            for (offset, item) in section.items.enumerated() {
                try check(item.id, &itemIDs, path + [ScreenKey.items, Offset(offset)])
            }
        }
    }

    private struct Offset: CodingKey {
        let value: Int
        var intValue: Int? { value }
        var stringValue: String { "\(value)" }

        init(_ value: Int) { self.value = value }
        init?(intValue: Int) { value = intValue }
        init?(stringValue: String) { nil }
    }
}

extension StaticScreen.Section: Codable {
    /// Decodes a section.
    ///
    /// - Throws: `DecodingError` if the items are missing or cannot be decoded.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ScreenKey.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        header = try container.decodeIfPresent(String.self, forKey: .header)
        footer = try container.decodeIfPresent(String.self, forKey: .footer)
        items = try container.decode([StaticScreen.Item].self, forKey: .items)
        unknownKeys = try container.decodeOthers(than: [.id, .header, .footer, .items])
    }

    /// Encodes the section.
    ///
    /// - Throws: What encoding the items throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScreenKey.self)
        try container.encode(others: unknownKeys)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encodeIfPresent(header, forKey: .header)
        try container.encodeIfPresent(footer, forKey: .footer)
        try container.encode(items, forKey: .items)
    }
}

extension StaticScreen.Item: Codable {
    /// Decodes an item, with a view model of the type that is registered for its kind.
    ///
    /// - Throws: `DecodingError` if the kind or the view model is missing, or the kind is not registered.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ScreenKey.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        kind = RowKind(try container.decode(String.self, forKey: .identifier))
        guard let type = ViewModelRegistry.of(decoder.userInfo).type(for: kind) else {
            throw DecodingError.dataCorruptedError(
                forKey: .identifier, in: container, debugDescription: "the kind \(kind) is not registered")
        }
        viewModel = try container.decode(viewModelOf: type)
        child = try container.decodeIfPresent(StaticScreen.Child.self, forKey: .child)
        unknownKeys = try container.decodeOthers(than: [.id, .identifier, .viewModel, .child])
    }

    /// Encodes the item.
    ///
    /// - Throws: `EncodingError` if its view model would be decoded as another type; what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        let registered = ViewModelRegistry.of(encoder.userInfo).type(for: kind)
        guard let registered, registered == type(of: viewModel) else {
            throw EncodingError.invalidValue(
                viewModel,
                EncodingError.Context(
                    codingPath: encoder.codingPath + [ScreenKey.viewModel],
                    debugDescription: """
                        a view model of the kind \(kind) would be decoded as \(registered.map { "\($0)" } ?? "nothing"); \
                        register \(type(of: viewModel as Any))
                        """))
        }
        var container = encoder.container(keyedBy: ScreenKey.self)
        try container.encode(others: unknownKeys)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(kind.rawValue, forKey: .identifier)
        let model: any ViewModel = viewModel
        try Self.encode(model, to: &container)
        try container.encodeIfPresent(child, forKey: .child)
    }

    private static func encode<Model: ViewModel>(
        _ model: Model, to container: inout KeyedEncodingContainer<ScreenKey>
    ) throws {
        try container.encode(model, forKey: .viewModel)
    }
}

extension StaticScreen.Child: Codable {
    /// Decodes a screen, or the name of one.
    ///
    /// - Throws: `DecodingError` if it is neither.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer(), let name = try? container.decode(String.self) {
            self = .named(name)
        } else {
            self = .screen(try StaticScreen(from: decoder))
        }
    }

    /// Encodes the screen, or the name.
    ///
    /// - Throws: What encoding the screen throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .screen(let screen): try screen.encode(to: encoder)
        case .named(let name): try name.encode(to: encoder)
        }
    }
}

extension KeyedDecodingContainer where Key == ScreenKey {
    fileprivate func decode<Model: ViewModel>(viewModelOf type: Model.Type) throws -> any ViewModel {
        try decode(type, forKey: .viewModel)
    }
}
