#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A pipe of the system.
struct Pipe: Sendable {
    let reader: Int32
    let writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "the system has no pipe left")
        (reader, writer) = (ends[0], ends[1])
    }

    /// Everything that is written until the writer is closed.
    func readAll() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(reader, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    func closeReader() { close(reader) }
    func closeWriter() { close(writer) }

    /// Makes a full pipe an error of `write`, instead of something to wait for.
    func makeNonblocking() {
        precondition(fcntl(writer, F_SETFL, O_NONBLOCK) == 0, "the pipe is not to be had without blocking")
    }
}
