#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The standard output, unbuffered.
enum StandardOutput {
    static var isTerminal: Bool {
        isatty(STDOUT_FILENO) == 1
    }

    /// Writes all of the text, there or to another file.
    static func write(_ text: String, to file: Int32 = STDOUT_FILENO) throws(OutputError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody who shares the terminal has made it non-blocking.
                usleep(1000)
            } else if errno == EPIPE {
                throw .readerLeft
            } else if errno != EINTR {
                throw .failed(reason: String(cString: strerror(errno)))
            }
        }
    }
}

/// `write` of the system, by a name that the method above does not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
