extension VirtualScreen {
    /// Reads what follows an escape byte.
    mutating func readSequence(_ rest: inout Substring) {
        guard rest.first == "[", let end = rest.dropFirst().firstIndex(where: { $0.isLetter }) else {
            unknown.append(String(rest.prefix(8)))
            return
        }
        let parameters = String(rest[rest.index(after: rest.startIndex)..<end])
        let command = rest[end]
        rest = rest[rest.index(after: end)...]
        obey(command, parameters)
    }

    private mutating func obey(_ command: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch command {
        case "H":
            cursor = (min(max(0, count - 1), rows.count - 1), 0)
            if numbers.count > 1 { cursor.column = min(max(0, numbers[1] - 1), width - 1) }
        case "C": cursor.column = min(cursor.column + count, width - 1)
        case "m": setStyle(numbers)
        case "K" where parameters.isEmpty: clear(cursor.row, from: cursor.column)
        case "J":
            let first = parameters == "2" ? 0 : cursor.row
            if parameters != "2", cursor.column > 0 { clear(cursor.row, from: cursor.column) }
            for row in first..<rows.count where row > first || parameters == "2" || cursor.column == 0 { clear(row) }
        case "r":
            margins = numbers.count == 2 ? numbers[0] - 1..<numbers[1] : 0..<rows.count
            cursor = (0, 0)
        case "L", "M": shift(command, count)
        case "h": modes.formUnion(parameters.split(separator: ";").map(String.init))
        case "l": modes.subtract(parameters.split(separator: ";").map(String.init))
        default: unknown.append(parameters + String(command))
        }
    }

    private mutating func setStyle(_ codes: [Int]) {
        if codes.isEmpty { style = [] }
        for code in codes {
            switch code {
            case 0: style = []
            case 30...37: style = style.filter { !(30...37).contains($0) }.union([code])
            case 40...47: style = style.filter { !(40...47).contains($0) }.union([code])
            case 1, 2, 7: style.insert(code)
            default: unknown.append("\(code)m")
            }
        }
    }

    private mutating func clear(_ row: Int, from column: Int = 0) {
        guard rows.indices.contains(row) else { return }
        // Terminals erase with the colour of the background.
        for place in column..<width { rows[row][place] = cell(" ") }
    }

    /// Inserts or deletes lines at the cursor, within the margins.
    private mutating func shift(_ command: Character, _ count: Int) {
        guard margins.contains(cursor.row) else { return }
        let blank = Array(repeating: cell(" "), count: width)
        let count = min(count, margins.upperBound - cursor.row)
        if command == "L" {
            rows.removeSubrange(margins.upperBound - count..<margins.upperBound)
            rows.insert(contentsOf: Array(repeating: blank, count: count), at: cursor.row)
        } else {
            rows.removeSubrange(cursor.row..<cursor.row + count)
            rows.insert(contentsOf: Array(repeating: blank, count: count), at: margins.upperBound - count)
        }
        cursor.column = 0
    }
}
