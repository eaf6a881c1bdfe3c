/// What the row of a screen's item shows: a value that a file can contain.
public protocol ViewModel: Codable, Equatable, Sendable {}

extension ViewModel {
    func isEqual(to other: any ViewModel) -> Bool { (other as? Self).map { $0 == self } ?? false }
}

/// A view model of a title, a detail and the name of an image, all optional.
public struct BasicViewModel: ViewModel, Hashable {
    /// The title.
    public var title: String?
    /// What stands beside or below the title.
    public var detail: String?
    /// The name of an image.
    public var image: String?
    /// What else the file has; it is written back.
    public var unknownKeys: [String: OpaqueValue] = [:]

    /// Creates a view model.
    public init(title: String? = nil, detail: String? = nil, image: String? = nil) {
        (self.title, self.detail, self.image) = (title, detail, image)
    }

    /// Decodes a view model; every key may be missing.
    ///
    /// - Throws: `DecodingError` if a value is not a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ScreenKey.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        image = try container.decodeIfPresent(String.self, forKey: .image)
        unknownKeys = try container.decodeOthers(than: [.title, .detail, .image])
    }

    /// Encodes what the view model has.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScreenKey.self)
        try container.encode(others: unknownKeys)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(detail, forKey: .detail)
        try container.encodeIfPresent(image, forKey: .image)
    }
}
