/// What a receiver accepts; checked before memory is allocated for it.
///
/// Limits below 0 are 0, so that nothing is accepted.
public struct WireLimits: Hashable, Sendable {
    /// The length of a frame in bytes.
    public var bytes: Int { didSet { bytes = max(0, bytes) } }
    /// How deeply values may be nested; 256 at most, because readers use the stack.
    public var depth: Int { didSet { depth = Self.clamped(depth: depth) } }
    /// The number of items and sections of a state, and of positions that one frame changes.
    public var items: Int { didSet { items = max(0, items) } }
    /// The size of a whole state that arrives in parts, in bytes of its values as JSON.
    public var state: Int { didSet { state = max(0, state) } }

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The length of a frame; 16 MiB by default.
    ///   - depth: How deeply values may be nested; 64 by default, 256 at most.
    ///   - items: The number of items and sections of a state; 10,000,000 by default.
    ///   - state: The size of a whole state that arrives in parts; 1 GiB by default.
    public init(bytes: Int = 16 << 20, depth: Int = 64, items: Int = 10_000_000, state: Int = 1 << 30) {
        self.bytes = max(0, bytes)
        self.depth = Self.clamped(depth: depth)
        self.items = max(0, items)
        self.state = max(0, state)
    }

    private static func clamped(depth: Int) -> Int { min(max(0, depth), 256) }
}
