#if canImport(Darwin)
public import Darwin
#elseif canImport(Musl)
public import Musl
#else
public import Glibc
#endif

/// The standard output, unbuffered.
public enum StandardOutput {
    /// Whether somebody looks at it, and not a pipe or a file.
    public static var isTerminal: Bool {
        isatty(STDOUT_FILENO) == 1
    }

    /// The window, 80 by 24 when there is none or the terminal does not know.
    public static var size: Size {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(width: Int(window.ws_col), height: Int(window.ws_row))
    }

    /// Writes all of the text, there or to another file.
    ///
    /// A full pipe is waited for. That a reader has left is only an error, and not the end of the process, while SIGPIPE
    /// is ignored, as it is in a ``ConsoleProgram``.
    public static func write(_ text: String, to file: Int32 = STDOUT_FILENO) throws(OutputError) {
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
