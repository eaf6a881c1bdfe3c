/// One event of a stream, as all streams must be sent it.
struct Event: Sendable {
    /// A frame that leads from one version to another.
    struct Step: Hashable, Sendable {
        let epoch, base, version: UInt64
    }

    /// The JSON text, without what surrounds it; empty if it is not kept.
    let text: [UInt8]
    /// The step; `nil` for other frames.
    let step: Step?
    /// When its edits were sent.
    let times: [UInt64]
}

/// What an event says, read from its bytes without decoding them: that is done afterwards, and once for each.
enum EventReading: Equatable {
    case hello(epoch: UInt64, version: UInt64?)
    case changes(base: UInt64, version: UInt64)
    /// A part of the whole; the last one brings its version.
    case part(last: UInt64?)
    case beat(UInt64)
    case reset
    case end
    /// No frame of the board.
    case other

    /// Reads the JSON text of an event.
    init(_ text: UnsafeRawBufferPointer) {
        var scanner = Scanner(text)
        if scanner.skips("{\"v\":[") {
            guard let base = scanner.number(), scanner.skips(",") else {
                self = .other
                return
            }
            // The version after is left out if it is the next one; the numbers of cards and columns are in an array.
            self = .changes(base: base, version: scanner.number() ?? base + 1)
        } else if scanner.skips("{\"v\":") {
            let version = scanner.number()
            self = .part(last: text.holds("\"last\":true") ? version : nil)
        } else if scanner.skips("{\"hello\":2,\"epoch\":\"") {
            let epoch = scanner.number() ?? 0
            let hasVersion = scanner.skips(past: "\"v\":")
            self = .hello(epoch: epoch, version: hasVersion ? scanner.number() : nil)
        } else if scanner.skips("{\"beat\":"), let version = scanner.number() {
            self = .beat(version)
        } else if scanner.skips("{\"reset\"") {
            self = .reset
        } else if scanner.skips("{\"end\"") {
            self = .end
        } else {
            self = .other
        }
    }

    /// The times between two `@` in a frame of the board.
    static func times(in text: UnsafeRawBufferPointer) -> [UInt64] {
        var scanner = Scanner(text)
        var times: [UInt64] = []
        while let time = scanner.nextTime() { times.append(time) }
        return times
    }

    /// The time in the title that an event of an obvious service brings; `nil` for any other edit.
    ///
    /// A move brings the whole card too, with the time at which it was renamed. That edit has been sent before.
    static func timeOfRename(in text: UnsafeRawBufferPointer) -> UInt64? {
        var scanner = Scanner(text)
        // The versions and the place of the card come before the name of the edit.
        guard scanner.skips("{\"v\":["), scanner.skips(past: "]"), scanner.skips(",\"rename\":") else { return nil }
        return scanner.nextTime()
    }
}

/// Reads bytes in order.
struct Scanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var index = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func skip(_ count: Int) { index += count }

    mutating func skips(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }

    /// Skips what is before a text, and the text.
    mutating func skips(past text: StaticString) -> Bool {
        while index < bytes.count {
            if bytes[index] == text.utf8Start[0], skips(text) { return true }
            index += 1
        }
        return false
    }

    /// The next number between two `@`.
    mutating func nextTime() -> UInt64? {
        while skips(past: "@") {
            if let time = number(), skips("@") { return time }
        }
        return nil
    }

    mutating func number(radix: UInt64 = 10) -> UInt64? {
        let first = index
        var value: UInt64 = 0
        while index < bytes.count {
            let byte = UInt64(bytes[index])
            let digit: UInt64 =
                switch byte {
                case 48...57: byte - 48
                case 97...102: byte - 87
                case 65...70: byte - 55
                default: 16
                }
            guard digit < radix else { break }
            value = value &* radix &+ digit
            index += 1
        }
        return index > first ? value : nil
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func holds(_ text: StaticString) -> Bool {
        var scanner = Scanner(self)
        return scanner.skips(past: text)
    }
}
