import Foundation

/// Ports of 127.0.0.1.
enum Ports {
    /// Ports that are free now, below those that the system hands out.
    static func free(_ count: Int) throws -> [Int] {
        var found: [Int] = []
        for _ in 0..<10_000 where found.count < count {
            let port = Int.random(in: 12_000..<30_000)
            if !found.contains(port), isFree(port) { found.append(port) }
        }
        guard found.count == count else { throw ClusterError("127.0.0.1 has no \(count) free ports") }
        return found
    }

    private static func isFree(_ port: Int) -> Bool {
        guard let file = open() else { return false }
        defer { close(file) }
        // As the server does, or ports of connections that have just ended would count as used.
        var yes: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        return withAddress(port) { bind(file, $0, $1) } == 0
    }

    /// What a server of HTTP answers on a port; `nil` if it does not within a second.
    static func get(_ path: String, port: Int) -> String? {
        guard let file = open() else { return nil }
        defer { close(file) }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(file, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard withAddress(port, { connect(file, $0, $1) }) == 0 else { return nil }
        let request = Array("GET \(path) HTTP/1.0\r\n\r\n".utf8)
        guard send(file, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while answer.count < 1 << 20 {
            let count = recv(file, &buffer, buffer.count, 0)
            if count < 0 { return nil }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func open() -> Int32? {
        #if canImport(Glibc)
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let file = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        return file < 0 ? nil : file
    }

    private static func withAddress(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

#if !canImport(Glibc)
// Elsewhere the signal cannot be turned off for one call.
private let MSG_NOSIGNAL = 0
#endif
