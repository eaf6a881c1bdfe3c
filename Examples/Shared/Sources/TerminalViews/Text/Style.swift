/// How a piece of text looks: its colours and attributes.
public struct Style: Hashable, Sendable {
    /// The colour of the text; `nil` for the terminal's own.
    public var foreground: Color?
    /// The colour behind the text; `nil` for the terminal's own.
    public var background: Color?
    /// Whether the text is bold.
    public var isBold = false
    /// Whether the text is less bright.
    public var isDim = false
    /// Whether the colours of text and background are swapped.
    public var isReversed = false

    /// Creates a style; without arguments, that of plain text.
    public init(
        _ foreground: Color? = nil, on background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
        isReversed: Bool = false
    ) {
        self.foreground = foreground
        self.background = background
        self.isBold = isBold
        self.isDim = isDim
        self.isReversed = isReversed
    }

    /// Whether a space in this style looks like one in plain text.
    var hidesSpaces: Bool { background == nil && !isReversed }

    /// The eight colours that every terminal has; their values are codes of SGR for text.
    public enum Color: Int, Sendable {
        case black = 30
        case red, green, yellow, blue, magenta, cyan, white
    }

    /// Plain text.
    public static let plain = Style()
    /// Less bright text.
    public static let dim = Style(isDim: true)
    /// Bold text.
    public static let bold = Style(isBold: true)
    /// Bold cyan text.
    public static let heading = Style(.cyan, isBold: true)
    /// Green text.
    public static let green = Style(.green)
    /// Red text.
    public static let red = Style(.red)
    /// Yellow text.
    public static let yellow = Style(.yellow)
    /// Blue text.
    public static let blue = Style(.blue)
    /// Black on cyan: a selected row, or the name of a key's effect.
    public static let selected = Style(.black, on: .cyan)
    /// Black on green: the titles of columns.
    public static let titles = Style(.black, on: .green)
}
