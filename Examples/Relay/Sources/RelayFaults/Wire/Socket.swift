import Foundation

/// A connection of TCP that carries messages, each behind its length in four bytes: `Framing.lengthPrefixed`.
///
/// Its methods block, for as long as their limits say.
final class Socket: Sendable {
    private let file: Int32
    private static let mostBytes = 64 << 20

    private init(file: Int32) { self.file = file }

    deinit { close(file) }

    private static func failure(_ what: String) -> FaultsError {
        FaultsError("\(what): \(String(cString: strerror(errno)))")
    }

    // MARK: Connecting

    /// Connects to an address such as `10.1.2.3:4000`.
    static func connect(to address: Address, within limit: Duration) throws -> Socket {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw failure("a socket") }
        let made = Socket(file: file)
        // A connection that cannot be made ends with the time for sending.
        made.setLimit(limit)
        guard address.withNative({ Glibc.connect(file, $0, $1) }) == 0 else {
            throw failure("connecting to \(address)")
        }
        var yes: Int32 = 1
        setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return made
    }

    /// How long sending and receiving may take.
    func setLimit(_ limit: Duration) {
        let parts = limit.components
        var time = timeval(tv_sec: Int(parts.seconds), tv_usec: Int(parts.attoseconds / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(file, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Accepts connections until the process ends.
    static func listen(on address: Address, _ accepted: @escaping @Sendable (Socket) -> Void) throws {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { throw failure("a socket") }
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard address.withNative({ bind(file, $0, $1) }) == 0, Glibc.listen(file, 128) == 0 else {
            throw failure("listening on \(address)")
        }
        Thread.detachNewThread {
            while true {
                let connection = accept(file, nil, nil)
                if connection >= 0 {
                    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                    accepted(Socket(file: connection))
                } else {
                    usleep(10_000)
                }
            }
        }
    }

    // MARK: Messages

    /// Sends a message, with its length before it.
    func send(_ message: [UInt8]) throws {
        let length = UInt32(message.count)
        try sendRaw((0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) } + message)
    }

    /// Sends bytes that have their length before them.
    func sendRaw(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Self.failure("sending")
            }
        }
    }

    /// Receives a message; `nil` if the other side has closed the connection.
    func receive() throws -> [UInt8]? {
        guard let length = try receive(4) else { return nil }
        let count = length.reduce(0) { $0 << 8 | Int($1) }
        guard count <= Self.mostBytes else { throw FaultsError("a message of \(count) bytes") }
        return try receive(count)
    }

    private func receive(_ count: Int) throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let new = bytes.withUnsafeMutableBytes {
                recv(file, $0.baseAddress?.advanced(by: received), count - received, 0)
            }
            if new == 0 { return nil }
            if new > 0 { received += new } else if errno != EINTR { throw Self.failure("receiving") }
        }
        return bytes
    }

    /// What a server of HTTP answers, without the headers; blocks for two seconds at most.
    static func get(_ path: String, from address: Address) throws -> [UInt8] {
        let socket = try Socket.connect(to: address, within: .seconds(2))
        try socket.sendRaw(Array("GET \(path) HTTP/1.0\r\n\r\n".utf8))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while answer.count < 16 << 20 {
            let count = recv(socket.file, &buffer, buffer.count, 0)
            if count < 0 { throw failure("receiving") }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { throw FaultsError("no answer") }
        return Array(answer[end.upperBound...])
    }

    /// Ends what waits, on other threads, too.
    func end() { shutdown(file, Int32(SHUT_RDWR)) }
}

/// An address of IPv4 and a port.
struct Address: Hashable, Sendable, Codable, CustomStringConvertible {
    let host: String
    let port: UInt16

    init(_ host: String, _ port: UInt16) {
        (self.host, self.port) = (host, port)
    }

    /// Reads `10.1.2.3:4000`.
    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
        self.init(String(parts[0]), port)
    }

    var description: String { "\(host):\(port)" }

    fileprivate func withNative(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
