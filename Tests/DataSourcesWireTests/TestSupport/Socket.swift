import Foundation

/// A Unix socket: a stream of bytes between two processes.
///
/// Each wait blocks a thread of its own, since tasks share those of Dispatch. A cancelled wait shuts the socket down.
final class Socket: Sendable {
    struct Failure: Error {
        let call: String
        let number: Int32
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to the socket with a path.
    static func connect(to path: String) async throws -> Socket {
        let socket = try make()
        try socket.perform("connect") { withAddress(path, of: $0) { Foundation.connect($0, $1, $2) } }
        return socket
    }

    /// A socket to which others can connect.
    static func listen(at path: String) throws -> Socket {
        let socket = try make()
        try socket.perform("bind") { withAddress(path, of: $0) { Foundation.bind($0, $1, $2) } }
        try socket.perform("listen") { Foundation.listen($0, 16) }
        return socket
    }

    /// Those who connect.
    var connections: AsyncThrowingStream<Socket, any Error> {
        AsyncThrowingStream { try await self.waiting { Socket(try $0.perform("accept") { accept($0, nil, nil) }) } }
    }

    /// What arrives, in chunks that are cut anywhere.
    var reads: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream {
            try await self.waiting { socket in
                var bytes = [UInt8](repeating: 0, count: 16 << 10)
                let count = try socket.perform("recv") { Int32(recv($0, &bytes, bytes.count, 0)) }
                return count == 0 ? nil : Array(bytes.prefix(Int(count)))
            }
        }
    }

    /// Sends all of the bytes.
    func write(_ bytes: [UInt8]) async throws {
        try await waiting { socket in
            var sent = 0
            while sent < bytes.count {
                let count = try socket.perform("send") { descriptor in
                    bytes.withUnsafeBytes { rest in
                        Int32(send(descriptor, rest.baseAddress! + sent, rest.count - sent, noSignal))
                    }
                }
                sent += Int(count)
            }
        }
    }

    /// Ends the connection for both sides.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func waiting<Value: Sendable>(_ call: @escaping @Sendable (Socket) throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread { continuation.resume(with: Result { try call(self) }) }.start()
            }
        } onCancel: {
            end()
        }
    }

    @discardableResult
    private func perform(_ name: String, _ call: (Int32) -> Int32) throws -> Int32 {
        while true {
            let result = call(descriptor)
            if result >= 0 { return result }
            if errno != EINTR { throw Failure(call: name, number: errno) }
        }
    }

    private static func make() throws -> Socket {
        #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
        return Socket(descriptor)
    }

    private static func withAddress(
        _ path: String, of descriptor: Int32, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, size) }
        }
    }
}

/// A send to a socket that the other side has closed is an error, not a signal.
private var noSignal: Int32 {
    #if canImport(Darwin)
    0
    #else
    Int32(MSG_NOSIGNAL)
    #endif
}
