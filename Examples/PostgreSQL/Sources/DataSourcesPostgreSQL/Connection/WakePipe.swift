#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Wakes a thread that waits in `poll`; it can be woken from any thread, and forever once it is stopped.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PostgresError(.unreachable, "no pipe: \(String(cString: strerror(errno))); close files")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Ends the wait that is under way, or the next one.
    func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(writing, &byte, 1)
    }

    /// Forgets the wakes until now.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}
