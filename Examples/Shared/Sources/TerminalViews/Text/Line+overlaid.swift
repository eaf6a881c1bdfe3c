extension Line {
    /// The part of the line in these columns; half of a wide character is a space.
    public func part(_ columns: Range<Int>) -> Line {
        var part = Line()
        var column = 0
        for span in spans {
            var text = ""
            for character in span.text {
                let next = column + character.columns
                if column >= columns.lowerBound, next <= columns.upperBound {
                    if next > column || !text.isEmpty { text.append(character) }
                } else {
                    text += String(repeating: " ", count: columns.clamped(to: column..<next).count)
                }
                column = next
            }
            part.append(text, span.style)
        }
        return part
    }

    /// The line with another one on top of it, from a column on.
    public func overlaid(with other: Line, at column: Int) -> Line {
        let end = column + other.columns
        return part(0..<max(0, column)).fitted(to: max(0, column)) + other + part(end..<max(end, columns))
    }
}
