/// Turns the bytes that a terminal sends into keys.
///
/// It is a pure machine: the shell hands in what it has read, and says when nothing more has come for a moment. Only
/// then is an escape byte on its own the Esc key.
public struct KeyDecoder: Sendable {
    /// The beginning of a sequence whose end has not been read.
    private var pending: [UInt8] = []
    /// Longer sequences are not keys; without a bound, a stray beginning would swallow what is typed.
    private static let longestSequence = 32

    /// Creates a decoder that has read nothing.
    public init() {}

    /// Whether the shell has to say when the input pauses.
    public var isWaiting: Bool { !pending.isEmpty }

    /// Some bytes were read.
    ///
    /// - Returns: The keys that they complete.
    public mutating func bytesRead(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let first = pending.first {
            guard let length = Self.length(of: pending[...], first) else {
                if pending.count > Self.longestSequence { pending.removeAll() }
                break
            }
            if let key = Self.key(pending[..<length]) { keys.append(key) }
            pending.removeFirst(length)
        }
        return keys
    }

    /// Nothing more has come for a moment: what is there is complete.
    ///
    /// - Returns: The keys.
    public mutating func inputPaused() -> [Key] {
        let bytes = pending
        pending.removeAll()
        if bytes == [0x1B] { return [.escape] }
        // Esc, and then a bracket that was typed: nothing that is worth guessing.
        return []
    }

    /// How many bytes the first key takes; `nil` if its end has not been read.
    private static func length(of bytes: ArraySlice<UInt8>, _ first: UInt8) -> Int? {
        switch first {
        case 0x1B: return sequenceLength(of: bytes)
        case 0xC2...0xDF: return complete(bytes, 2)
        case 0xE0...0xEF: return complete(bytes, 3)
        case 0xF0...0xF4: return complete(bytes, 4)
        default: return 1
        }
    }

    private static func complete(_ bytes: ArraySlice<UInt8>, _ count: Int) -> Int? {
        // A character that breaks off is not waited for.
        if let wrong = bytes.dropFirst().prefix(count - 1).firstIndex(where: { $0 & 0xC0 != 0x80 }) { return wrong }
        return bytes.count >= count ? count : nil
    }

    private static func sequenceLength(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 2 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            // The console of Linux names its function keys `ESC [ [ A`.
            if bytes.count >= 3, bytes[2] == UInt8(ascii: "[") { return bytes.count >= 4 ? 4 : nil }
            return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) || $0 == 0x1B }.map {
                // A sequence that another one interrupts is dropped.
                bytes[$0] == 0x1B ? $0 : $0 + 1
            }
        case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
        // The Esc key, and then another one; Alt is no key of its own.
        default: return 1
        }
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> Key? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return bytes.count == 1 ? .escape : sequence(bytes)
        case 0x0D, 0x0A: return .enter
        case 0x09: return .tab
        case 0x7F, 0x08: return .backspace
        case 0x01...0x1A: return .control(Character(Unicode.Scalar(first + 0x60)))
        case ..<0x20: return nil
        default:
            let text = String(decoding: bytes, as: UTF8.self)
            return text.count == 1 && text != "\u{FFFD}" ? text.first.map(Key.character) : nil
        }
    }
}
