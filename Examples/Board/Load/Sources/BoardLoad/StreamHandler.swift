import NIOCore

/// One stream of events: reads frames as they come, and checks that each begins where the last one ended.
///
/// It looks at the bytes instead of decoding them, to leave the processor to the server.
final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let tally: Tally
    private let request: String
    private var events: [UInt8] = []
    private var raw: [UInt8] = []
    private var hasHead = false
    private var version: UInt64?

    init(_ tally: Tally, request: String) {
        (self.tally, self.request) = (tally, request)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let version { tally.streamClosed(at: version, "the connection was closed") }
        version = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        tally.fault("a connection failed: \(error)")
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        raw += unwrapInboundIn(data).readableBytesView
        if !hasHead {
            guard let end = raw.end(of: "\r\n\r\n") else { return }
            let head = String(decoding: raw[..<end], as: UTF8.self)
            if !head.hasPrefix("HTTP/1.1 200") { tally.fault("refused: \(head.prefix(40))") }
            raw.removeFirst(end)
            hasHead = true
        }
        var start = 0
        // Chunks of the transfer encoding.
        while let line = raw[start...].end(of: "\r\n"), let count = Int(text(raw[start..<line - 2]), radix: 16) {
            guard line + count + 2 <= raw.count else { break }
            events += raw[line..<line + count]
            start = line + count + 2
        }
        raw.removeFirst(start)
        var first = 0
        while let end = events[first...].end(of: "\n\n") {
            read(events[first..<end])
            first = end
        }
        events.removeFirst(first)
    }

    private func read(_ event: ArraySlice<UInt8>) {
        if let start = event.end(of: "{\"v\":["), let (base, next) = number(event[start...]) {
            // The version after is left out if it is the next one; the numbers of cards and columns are in an array.
            let after = number(event[(next + 1)...])?.value ?? base + 1
            if base != version {
                tally.fault("a frame begins at \(base) and not at \(version.map(String.init) ?? "none")")
            }
            version = after
            var hasher = Hasher()
            event.withUnsafeBytes { hasher.combine(bytes: $0) }
            tally.frameRead(
                Tally.Step(base: base, version: after), hash: hasher.finalize(), bytes: event.count, lag: lag(event))
        } else if let start = event.end(of: "\"v\":"), event.end(of: "\"hello\"") != nil,
            let (held, _) = number(event[start...])
        {
            version = held
            tally.streamOpened(at: held)
        } else if let start = event.end(of: "{\"beat\":"), let (beat, _) = number(event[start...]), let old = version {
            version = beat
            if beat != old { tally.streamAdvanced(from: old, to: beat) }
        } else if event.end(of: "\"reset\"") != nil {
            tally.fault("a stream was sent the whole board: \(text(event.prefix(100)))")
        }
    }

    /// How long ago the oldest edit in a frame was sent; edits carry their time between two `@`.
    private func lag(_ event: ArraySlice<UInt8>) -> Int64? {
        var oldest: UInt64?
        var rest = event
        while let start = rest.firstIndex(of: UInt8(ascii: "@")) {
            rest = rest[(start + 1)...]
            guard let (time, end) = number(rest), end < event.endIndex, event[end] == UInt8(ascii: "@") else {
                continue
            }
            oldest = min(oldest ?? time, time)
            rest = rest[(end + 1)...]
        }
        return oldest.map { Int64(bitPattern: now()) - Int64(bitPattern: $0) }
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, end: Int)? {
        var (value, index) = (UInt64(0), bytes.startIndex)
        while index < bytes.endIndex, (48...57).contains(bytes[index]) {
            value = value &* 10 &+ UInt64(bytes[index] - 48)
            index += 1
        }
        return index > bytes.startIndex ? (value, index) : nil
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The time of a clock that only advances, in nanoseconds.
func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }

extension Collection<UInt8> where Index == Int {
    /// The index behind the first occurrence of a text; `nil` if there is none.
    fileprivate func end(of text: StaticString) -> Int? {
        let length = text.utf8CodeUnitCount
        return text.withUTF8Buffer { pattern -> Int? in
            var index = startIndex
            while index + length <= endIndex {
                if self[index] == pattern[0], (1..<length).allSatisfy({ self[index + $0] == pattern[$0] }) {
                    return index + length
                }
                index += 1
            }
            return nil
        }
    }
}
