/// What a receiver accepts; checked before memory is allocated for it.
public struct WireLimits: Hashable, Sendable {
    /// The length of a frame in bytes.
    public var bytes: Int
    /// How deeply values may be nested.
    public var depth: Int
    /// The number of items and sections of a state, and of positions that one frame changes.
    public var items: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The length of a frame; 16 MiB by default.
    ///   - depth: How deeply values may be nested; 64 by default, 256 at most.
    ///   - items: The number of items and sections of a state; 10,000,000 by default.
    public init(bytes: Int = 16 << 20, depth: Int = 64, items: Int = 10_000_000) {
        self.bytes = bytes
        self.depth = min(depth, 256)
        self.items = items
    }
}
