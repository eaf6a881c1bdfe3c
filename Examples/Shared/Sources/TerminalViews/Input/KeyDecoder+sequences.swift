extension KeyDecoder {
    /// The key that a whole escape sequence stands for; `nil` for one that stands for none.
    static func sequence(_ bytes: ArraySlice<UInt8>) -> Key? {
        guard bytes.count >= 3, let last = bytes.last else { return nil }
        if bytes[1] == UInt8(ascii: "O") { return plainKeys[last] }
        guard bytes[1] == UInt8(ascii: "[") else { return nil }
        let text = String(decoding: bytes[2..<(bytes.count - 1)], as: UTF8.self)
        if text == "[" { return consoleKey(last) }
        if text.first == "<" { return mouse(text.dropFirst(), isPressed: last == UInt8(ascii: "M")) }
        // `1;5A` is the up key with Ctrl: modifiers make no difference.
        let number = text.split(separator: ";", omittingEmptySubsequences: false).first.flatMap { Int($0) }
        if last == UInt8(ascii: "~") { return number.flatMap { numberedKeys[$0] } }
        return plainKeys[last]
    }

    private static let plainKeys: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .backTab, UInt8(ascii: "M"): .enter,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
        UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    private static let numberedKeys: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]

    /// The console of Linux numbers F1 to F5 by letters from A.
    private static func consoleKey(_ last: UInt8) -> Key? {
        (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(last) ? .function(Int(last) - 0x40) : nil
    }

    /// Reads `0;12;7`, the button and the place from one, as the SGR mode of terminals reports the mouse.
    private static func mouse(_ text: Substring, isPressed: Bool) -> Key? {
        let numbers = text.split(separator: ";").map { Int($0) }
        guard isPressed, numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2],
            column > 0, row > 0
        else { return nil }
        let place = Key.Place(column: column - 1, row: row - 1)
        // Shift, Alt and Ctrl are bits 2 to 4.
        switch button & ~0b11100 {
        case 0: return .click(place)
        case 64: return .wheel(.up, place)
        case 65: return .wheel(.down, place)
        default: return nil
        }
    }
}
