/// The size of a window or of a part of it, in characters.
public struct Size: Equatable, Sendable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Creates a size of so many columns and rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
