/// How a piece of text stands out.
enum Style: Sendable {
    case plain, dim, bold, heading, green, red, yellow, blue

    /// The terminal's code for it, an SGR parameter.
    var code: String {
        switch self {
        case .plain: "0"
        case .dim: "2"
        case .bold: "1"
        case .heading: "1;36"
        case .green: "32"
        case .red: "31"
        case .yellow: "33"
        case .blue: "34"
        }
    }
}
