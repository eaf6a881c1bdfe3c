extension Character {
    /// How many columns of a terminal this character takes: 2 for East Asian and emoji, 0 for a lone accent.
    public var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII { return 1 }
        if unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return first.isWide ? 2 : 1
        }
    }

    /// Whether a terminal would take this character for a command or break the line at it.
    public var isControl: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: scalar.turnsText
            }
        }
    }
}

extension Unicode.Scalar {
    /// The marks that turn the direction of text: they would turn the rest of the line on the screen as well.
    fileprivate var turnsText: Bool {
        switch value {
        case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The blocks that Unicode's East Asian Width names wide, in the large.
    fileprivate var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}

extension String {
    /// How many columns of a terminal this text takes.
    public var columns: Int {
        // Most text is printable ASCII.
        utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? utf8.count : reduce(0) { $0 + $1.columns }
    }

    /// The same text without anything that a terminal would obey: a process may call itself what it likes.
    public var harmless: String {
        contains(where: \.isControl) ? String(map { $0.isControl ? "?" : $0 }) : self
    }

    /// As many columns, with spaces before the text.
    public func right(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }

    /// As many columns: with spaces after the text, or with an ellipsis in place of what does not fit.
    public func left(_ width: Int) -> String {
        let columns = columns
        guard columns > width else { return self + String(repeating: " ", count: width - columns) }
        guard width > 0 else { return "" }
        var kept = ""
        var used = 0
        for character in self {
            guard used + character.columns < width else { break }
            kept.append(character)
            used += character.columns
        }
        // A wide character that was cut leaves a column over.
        return kept + "…" + String(repeating: " ", count: width - used - 1)
    }
}
